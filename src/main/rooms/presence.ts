import { digest } from 'lib0/hash/sha256'
import { encodeUtf8 } from 'lib0/string'
import type { Here } from '../../common/rooms/frames'
import type { Present as Told } from '../../common/present'
import type { Member, Place } from './news'

/** Somebody who is in the room: the one and only object of them. */
interface Present {
  readonly member: Member
  readonly client: number
}

/** Who is in one room, and where. Names are what the service knows, whatever somebody says (RT10). */
export interface Presence<Of extends Present> {
  enter(one: Of): void
  move(one: Of, place: Place): void
  leave(one: Of): void
  /** Hears who is there without being there, until it leaves. */
  watch(one: Of): void
  /** Those who are at another service, as it tells; they are no members. */
  guests(people: readonly Here[]): void
  readonly people: readonly Told[]
  stop(): void
}

const COLOURS = 12
/** Milliseconds between two times that all are told; more where many are: each is told of each. */
const BETWEEN_MS = 100
const BETWEEN_MS_EACH = 10

/** @param came told when somebody came, went, or has not moved for long; not of each move */
export function openPresence<Of extends Present>(came: () => void): Presence<Of> {
  const all = new Map<Of, Here>()
  const watching = new Set<Of>()
  /** Who was told of somebody: they are told as well that nobody is there any more. */
  const told = new WeakSet<Of>()
  const colours = new Map<string, number>()
  let guests: readonly Here[] = []
  /** The numbers of guests here, by those that they have there. */
  const guestNumbers = new Map<number, number>()
  let last = 0
  let toldAt = -Infinity
  let timer: NodeJS.Timeout | null = null
  let before = ''

  function changed(): void {
    if (timer) return
    const between = Math.max(BETWEEN_MS, all.size * BETWEEN_MS_EACH)
    timer = setTimeout(tell, Math.max(0, toldAt + between - performance.now()))
  }

  function tell(): void {
    timer = null
    toldAt = performance.now()
    const now = [...all.values()].map(({ who, isIdle }) => `${who} ${isIdle}`).join()
    if (now !== before) came()
    before = now
    for (const { member } of watching) member.tell({ kind: 'here', people: [...all.values()] })
    for (const [one] of all) {
      const people = [...[...all].flatMap(([other, here]) => (other === one ? [] : [here])), ...guests]
      if (people.length === 0 && !told.has(one)) continue
      told.add(one)
      one.member.tell({ kind: 'here', people })
    }
  }

  /** The same one for a person wherever it is free: the first choice comes from the address. */
  function colourOf(email: string): number {
    const person = email.toLowerCase()
    const known = colours.get(person)
    if (known !== undefined) return known
    const taken = new Set([...all.values()].map(({ colour }) => colour))
    const first = (digest(encodeUtf8(person))[0] ?? 0) % COLOURS
    const free = Array.from({ length: COLOURS }, (_, at) => (first + at) % COLOURS)
    const colour = free.find((one) => !taken.has(one)) ?? first
    colours.set(person, colour)
    return colour
  }

  return {
    enter(one) {
      const { email, name, via } = one.member.person
      all.set(one, {
        who: ++last,
        client: one.client,
        email,
        ...(name !== undefined && { name }),
        ...(via && { via }),
        colour: colourOf(email),
        at: null,
        isIdle: false
      })
      changed()
    },
    move(one, { at, view, isIdle }) {
      const here = all.get(one)
      if (!here) return
      const { view: _before, ...rest } = here
      all.set(one, { ...rest, at, ...(view !== undefined && { view }), isIdle })
      changed()
    },
    leave(one) {
      watching.delete(one)
      if (all.delete(one)) changed()
    },
    watch(one) {
      watching.add(one)
      changed()
    },
    guests(people) {
      for (const { who } of people) if (!guestNumbers.has(who)) guestNumbers.set(who, ++last)
      guests = people.map((one) => ({
        ...one,
        who: guestNumbers.get(one.who) ?? 0,
        colour: colourOf(one.email)
      }))
      changed()
    },
    get people() {
      return [...all.values()].map(({ at: _at, view: _view, client: _client, ...told }) => told)
    },
    stop() {
      if (timer) clearTimeout(timer)
      timer = null
      all.clear()
      watching.clear()
    }
  }
}
