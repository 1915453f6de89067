/** Background work that continues after a reply, such as fetching a specification from its address. */
export interface Tasks {
  /** Aborts when the sandbox closes; unfinished work resumes at the next start. */
  readonly stopping: AbortSignal;
  start(task: () => Promise<void>): void;
  /** Resolves when no task is left. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

export function createTasks(): Tasks {
  const running = new Set<Promise<void>>();
  const closing = new AbortController();
  const idle = async () => {
    while (running.size > 0) await Promise.all(running);
  };
  return {
    stopping: closing.signal,
    start(task) {
      const promise = Promise.resolve()
        .then(task)
        .catch((error: unknown) => console.error('A task of the sandbox failed:', error))
        .finally(() => running.delete(promise));
      running.add(promise);
    },
    idle,
    async stop() {
      closing.abort();
      await idle();
    },
  };
}
