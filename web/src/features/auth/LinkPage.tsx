import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { useStrings } from '../../strings';
import { useController } from '../../sync/hooks';
import { Button } from '../../ui/Button';
import { Failure } from './Failure';
import { Gate } from './Gate';
import { useTry } from './useTry';

/** Sign in with a one-time link. The token leaves the address bar at once. */
export function LinkPage({ token }: { token: string }) {
  const { t } = useStrings();
  const { session } = useController();
  const [, navigate] = useLocation();
  const { error, run } = useTry();
  const used = useRef(false);
  useEffect(() => {
    if (used.current) return;
    used.current = true;
    void run(async () => {
      await session.link(token);
      navigate('/', { replace: true });
    });
  });
  if (error === undefined) return <Gate title={t.auth.link} busy />;
  return (
    <Gate title={t.auth.linkFailed} lead={t.auth.linkFailedSay}>
      <Failure error={error} />
      <Button look="primary" large onClick={() => { navigate('/', { replace: true }); }}>{t.auth.toSignIn}</Button>
    </Gate>
  );
}
