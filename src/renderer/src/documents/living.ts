/** Which editing sessions are alive, in all windows of this browser: nobody else takes the drafts of those. */
export interface Living {
  /** A session is alive until the returned function is called, or its window ends. */
  hold(session: string): () => void
  alive(): Promise<ReadonlySet<string>>
  /** Does it in the name of a session, unless that one is alive: null then. */
  unlessAlive<T>(session: string, work: () => Promise<T | null>): Promise<T | null>
}

/** By Web Locks; where a browser gives none, as to what came without TLS from another machine, by marks. */
export const living = (): Living =>
  'locks' in navigator ? livingByLocks(navigator.locks) : livingByMarks(localStorage)

const LOCK = 'galley-draft-'

export function livingByLocks(locks: LockManager): Living {
  return {
    hold: (session) => {
      let release: () => void = () => {}
      void locks.request(LOCK + session, () => new Promise<void>((resolve) => (release = resolve)))
      return () => release()
    },
    alive: async () => {
      const held = (await locks.query()).held ?? []
      return new Set(
        held.flatMap(({ name }) => (name?.startsWith(LOCK) === true ? [name.slice(LOCK.length)] : []))
      )
    },
    unlessAlive: (session, work) =>
      locks.request(LOCK + session, { ifAvailable: true }, (lock) => (lock ? work() : null))
  }
}

const MARK = 'galley-alive-'
/** Between two marks of one session, milliseconds. */
const EVERY = 10_000
/** A window in the background is given a turn once a minute. */
const ENDED_AFTER = 90_000

/**
 * By marks that a session renews as long as it is alive. After a crash its draft is found when the last mark is
 * old; where nothing can be kept nobody is known to be alive.
 */
export function livingByMarks(marks: Storage): Living {
  const mine = new Set<string>()
  let timer: ReturnType<typeof setInterval> | undefined

  const mark = (session: string) => quietly(() => marks.setItem(MARK + session, String(Date.now())))
  const unmark = (session: string) => quietly(() => marks.removeItem(MARK + session))
  const isAlive = (session: string) =>
    mine.has(session) || Date.now() - Number(quietly(() => marks.getItem(MARK + session)) ?? 0) < ENDED_AFTER

  function hold(session: string): () => void {
    mine.add(session)
    mark(session)
    timer ??= setInterval(() => mine.forEach(mark), EVERY)
    return () => {
      mine.delete(session)
      unmark(session)
      if (mine.size > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }

  // a window that is left takes its marks with it; one that is shown again makes them anew
  window.addEventListener('pagehide', () => mine.forEach(unmark))
  window.addEventListener('pageshow', () => mine.forEach(mark))

  return {
    hold,
    alive: () => {
      const names = quietly(() => Object.keys(marks)) ?? []
      const sessions = names.flatMap((name) => (name.startsWith(MARK) ? [name.slice(MARK.length)] : []))
      return Promise.resolve(new Set([...mine, ...sessions.filter(isAlive)]))
    },
    async unlessAlive(session, work) {
      if (isAlive(session)) return null
      const release = hold(session)
      try {
        return await work()
      } finally {
        release()
      }
    }
  }
}

/** A browser may refuse its storage, or have none left. */
function quietly<T>(step: () => T): T | null {
  try {
    return step()
  } catch {
    return null
  }
}
