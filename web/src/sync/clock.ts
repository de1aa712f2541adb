/** One ticking clock for all: listeners are told once a second while somebody listens. */
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

export function onTick(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => { for (const each of listeners) each(); }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
