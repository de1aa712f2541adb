import { useEffect, useState } from 'react';
import { addressOf, type Address } from '../actions/files';
import { ApiError } from '../sync/api';
import { useController } from '../sync/hooks';

type Ask = (fileId: string, anew?: boolean) => Promise<Address>;
const NOBODY = {};

/** Gives where a file can be had now, for whoever clicks. `anew`: not the address that we have. Raises ApiError. */
export function useAddress(): Ask {
  const { api, store, serverNow } = useParts();
  return (fileId, anew = false) => {
    const { session, workspaceId = '' } = store.get();
    const owner = session.phase === 'signedIn' ? session.user : NOBODY;
    return addressOf(api, { workspaceId, fileId, owner, now: serverNow() }, anew);
  };
}

function useParts() {
  const controller = useController();
  return { api: controller.api, store: controller.store, serverNow: () => controller.serverNow() };
}

/** What an address is refused with that has ended, or that the server does not know since it started again. */
export const REFUSED = 'file_address_ended';

type Result<T> = { value?: T; problem?: string };
type Attempt = { of: string; tries: number; anew: boolean };
export type Loaded<T> = Result<T> & { /** Tries again after a problem. */ retry: () => void; /** What was given did not open: asks for another address, once. */ refused: () => void };

/** What `load` makes of the file's address; `problem` is an error code. An address that is refused is asked for anew, once. */
export function useLoaded<T>(fileId: string, load: (address: Address) => Promise<T> | T): Loaded<T> {
  const address = useAddress();
  const [asked, setAsked] = useState<Attempt>({ of: fileId, tries: 0, anew: false });
  const attempt = asked.of === fileId ? asked : { of: fileId, tries: 0, anew: false };
  const [loaded, setLoaded] = useState<Result<T> & { by?: string }>({});
  const key = `${fileId}/${attempt.tries}/${attempt.anew}`;
  useEffect(() => {
    let gone = false;
    const run = async () => {
      try {
        const value = await opened(address, fileId, load, attempt.anew);
        if (!gone) setLoaded({ by: key, value });
      } catch (error) {
        if (!gone) setLoaded({ by: key, problem: error instanceof ApiError ? error.code : 'network' });
      }
    };
    void run();
    return () => { gone = true; };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each file and attempt
  }, [key]);
  return {
    ...(loaded.by === key ? { value: loaded.value, problem: loaded.problem } as Result<T> : {}),
    retry: () => { setAsked({ of: fileId, tries: attempt.tries + 1, anew: true }); },
    refused: () => {
      if (attempt.anew) setLoaded({ by: key, problem: REFUSED });
      else setAsked({ ...attempt, anew: true });
    },
  };
}

async function opened<T>(address: Ask, fileId: string, load: (address: Address) => Promise<T> | T, anew: boolean): Promise<T> {
  try {
    return await load(await address(fileId, anew));
  } catch (error) {
    if (anew || !(error instanceof ApiError) || error.code !== REFUSED) throw error;
    return load(await address(fileId, true));
  }
}

/** Saves it under its name. */
export function save({ url, name }: Address): void {
  const link = document.createElement('a');
  link.href = new URL(url, document.baseURI).href;
  link.download = name;
  link.click();
}
