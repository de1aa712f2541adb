type Key = { key: string; shiftKey: boolean; keyCode: number; nativeEvent: { isComposing: boolean } };

/** Whether this key press belongs to an input method that is composing: it chooses a word, it sends nothing. */
export function isComposing(event: Pick<Key, 'keyCode' | 'nativeEvent'>): boolean {
  return event.nativeEvent.isComposing || event.keyCode === 229;
}

/** Whether this is a plain Enter that means "send". */
export function meansSend(event: Key): boolean {
  return event.key === 'Enter' && !event.shiftKey && !isComposing(event);
}
