import { Component, useEffect, useState, type ReactNode } from 'react';
import { useStrings } from '../../strings';
import { Blank } from '../../ui/bits';
import { Button } from '../../ui/Button';
import { isNewer } from './build';

/** A page that failed to load or to draw says so, instead of leaving an empty window; another page may still work. What waits to be sent is kept. */
export class Broken extends Component<{ place: string; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate({ place }: { place: string }) {
    if (this.state.failed && place !== this.props.place) this.setState({ failed: false });
  }

  override render() {
    return this.state.failed ? <Sorry /> : this.props.children;
  }
}

function Sorry() {
  const { t } = useStrings();
  const [newer, setNewer] = useState(false);
  useEffect(() => { void isNewer().then(setNewer); }, []);
  return (
    <main className="gate" id="main">
      <Blank title={newer ? t.renewal.here : t.broken.title} action={<Button look="primary" onClick={() => { location.reload(); }}>{t.common.reload}</Button>}>{newer ? t.renewal.say : t.broken.say}</Blank>
    </main>
  );
}
