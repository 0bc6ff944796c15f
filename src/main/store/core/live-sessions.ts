/** How long after its last save an editing session counts as open. */
const OPEN_MS = 5 * 60_000
const MOST_FILES = 1_000

interface Writer {
  readonly email: string
  readonly at: number
}

/**
 * Who is editing which file just now, by the sessions of autosaves (V3). Kept in memory: after a restart
 * nobody is, until they write.
 */
export interface LiveSessions {
  /**
   * Whether this save is one of several people's, or windows', who edit the file at the same time: somebody
   * else's session wrote it lately, or another session since this one last did. A document that is closed and
   * opened again is no second writer.
   */
  together(save: SessionSave): boolean
  /** To be told of each save that was done. */
  wrote(save: SessionSave): void
}

interface SessionSave {
  readonly fileId: string
  readonly session: string
  readonly email: string
  /** Unix milliseconds. */
  readonly at: number
}

/**
 * Whether a save is one of several people's, or windows'.
 * @param open who has saved the file lately, by session
 */
export function isTogether(
  open: ReadonlyMap<string, Writer>,
  { session, email }: Pick<SessionSave, 'session' | 'email'>
): boolean {
  const mine = open.get(session)
  return [...open].some(
    ([other, writer]) =>
      other !== session && (writer.email !== email || (mine !== undefined && writer.at >= mine.at))
  )
}

export function createLiveSessions(): LiveSessions {
  const files = new Map<string, Map<string, Writer>>()

  function openIn(fileId: string, now: number): Map<string, Writer> {
    const sessions = files.get(fileId) ?? new Map<string, Writer>()
    for (const [session, { at }] of sessions) if (now - at > OPEN_MS || at > now) sessions.delete(session)
    return sessions
  }

  return {
    together({ fileId, session, email, at }) {
      return isTogether(openIn(fileId, at), { session, email })
    },
    wrote({ fileId, session, email, at }) {
      const sessions = openIn(fileId, at)
      sessions.set(session, { email, at })
      // the file that was written last is forgotten last
      files.delete(fileId)
      files.set(fileId, sessions)
      if (files.size > MOST_FILES) for (const oldest of [...files.keys()].slice(0, 100)) files.delete(oldest)
    }
  }
}
