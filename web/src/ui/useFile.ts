import { useEffect, useState } from 'react';
import { addressOf, type Address } from '../actions/files';
import { ApiError } from '../sync/api';
import { useController, useSelect } from '../sync/hooks';

/** Gives where a file can be had now, for whoever clicks. Raises ApiError. */
export function useAddress(): (fileId: string) => Promise<Address> {
  const controller = useController();
  const workspaceId = useSelect((state) => state.workspaceId) ?? '';
  return (fileId) => addressOf(controller.api, workspaceId, fileId, controller.serverNow());
}

type Loaded<T> = { value?: T; problem?: string };

/** What `load` makes of the file's address; `problem` is an error code. `tries`: another number loads again. */
export function useLoaded<T>(fileId: string, load: (address: Address) => Promise<T> | T, tries = 0): Loaded<T> {
  const address = useAddress();
  const [loaded, setLoaded] = useState<Loaded<T> & { of?: string }>({});
  const key = `${fileId}/${tries}`;
  useEffect(() => {
    let gone = false;
    const run = async () => {
      try {
        const value = await load(await address(fileId));
        if (!gone) setLoaded({ of: key, value });
      } catch (error) {
        if (!gone) setLoaded({ of: key, problem: error instanceof ApiError ? error.code : 'network' });
      }
    };
    void run();
    return () => { gone = true; };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each file and try
  }, [key]);
  return loaded.of === key ? loaded : {};
}

/** Saves it under its name. */
export function save({ url, name }: Address): void {
  const link = document.createElement('a');
  link.href = new URL(url, document.baseURI).href;
  link.download = name;
  link.click();
}
