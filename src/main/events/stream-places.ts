import { urlOf } from '../../common/api/url'
import { GalleyError, sentence } from '../../common/errors'
import type { Caller } from '../callers/types'

/** Event streams of one caller at once; a page of the interface has one. */
const MOST = 64

/**
 * The place of a stream among those of its caller: it is given back once, by the function that comes of it.
 * Each of several people has it. Windows of the app are not counted.
 * @throws GalleyError too-many
 */
type EnterStream = (caller: Caller) => () => void

export function openStreamPlaces(): EnterStream {
  const open = new Map<string, number>()
  return (caller) => {
    const names = namesOf(caller)
    for (const [name, shown] of names) if ((open.get(name) ?? 0) >= MOST) throw tooMany(shown)
    for (const name of names.keys()) open.set(name, (open.get(name) ?? 0) + 1)
    return () => {
      for (const name of names.keys()) {
        const left = (open.get(name) ?? 1) - 1
        if (left > 0) open.set(name, left)
        else open.delete(name)
      }
    }
  }
}

/** What a script has open leaves the places of its person's browser. */
function namesOf({ kind, session, people }: Caller): ReadonlyMap<string, string> {
  if (kind === 'owner' && !session) return new Map()
  return new Map(people.map(({ email }) => [`${kind} ${email.toLowerCase()}`, email]))
}

const tooMany = (email: string) =>
  new GalleyError(
    'too-many',
    sentence`${{ most: MOST }} event streams of ${{ email }} are open already, which is the most that one caller may have. Close one, or listen to one for several.`,
    { where: urlOf('events', {}) }
  )
