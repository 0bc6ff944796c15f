import * as Y from 'yjs'

/** An entry of a document: a letter, a marker, a format or a setting. */
export interface Entry {
  readonly client: number
  readonly clock: number
}

/** Entries one after another. */
interface Stretch extends Entry {
  readonly len: number
}

/** Stretches by client and in order, as Yjs keeps them. */
export type Entries = ReturnType<typeof Y.createDeleteSet>

interface Copy extends Stretch {
  readonly to: Entry
}

/**
 * What was taken back, as all know it. Yjs cannot bring back an entry that is gone: it makes a copy, and only
 * who made it knows of what. So who takes something back writes down what is a copy of what (`c`), and what
 * of its own is gone since it was taken back (`u`): nothing comes back twice, and nothing that its author has
 * taken back.
 */
export class Lineage {
  private readonly copies: Copy[] = []
  private readonly gone: (Stretch & { readonly key: string })[] = []

  constructor(
    private readonly doc: Y.Doc,
    private readonly known: Y.Map<unknown>
  ) {
    for (const [key, value] of known.entries()) {
      const [kind, client, clock] = key.split(' ')
      const [len, toClient, toClock]: unknown[] = Array.isArray(value) ? value : []
      const from = { client: Number(client), clock: Number(clock), len: Number(len) }
      const to = { client: Number(toClient), clock: Number(toClock) }
      if (!this.isKnown(from)) continue
      if (kind === 'u') this.gone.push({ ...from, key })
      if (kind === 'c' && this.isKnown({ ...to, len: from.len })) this.copies.push({ ...from, to })
    }
  }

  /** What an entry is a copy of, from the beginning on; itself where it is none. */
  origin(entry: Entry): Entry {
    let now = entry
    for (let steps = 0; steps <= this.copies.length; steps += 1) {
      const { client, clock } = now
      const copy = this.copies.find(({ to, len }) => isIn({ ...to, len }, now))
      if (!copy) return now
      now = { client: copy.client, clock: copy.clock + clock - copy.to.clock }
      if (now.client === client && now.clock === clock) return now
    }
    return now
  }

  /** The entry, or copies of it, as far as they are there. @param origin one that is no copy */
  alive(origin: Entry): Entry[] {
    const waiting = [origin]
    const found: Entry[] = []
    const seen = new Set<string>()
    for (let one = waiting.pop(); one; one = waiting.pop()) {
      const name = `${one.client} ${one.clock}`
      if (seen.has(name)) continue
      seen.add(name)
      if (this.isThere(one)) found.push(one)
      for (const copy of this.copies)
        if (isIn(copy, one))
          waiting.push({ client: copy.to.client, clock: copy.to.clock + one.clock - copy.clock })
    }
    return found
  }

  /** Whether somebody else has taken back that it was made. @param origin one that is no copy */
  isGoneByOther(origin: Entry): boolean {
    return origin.client !== this.doc.clientID && this.gone.some((stretch) => isIn(stretch, origin))
  }

  /** Copies that are there beside another copy of the same: two people have brought it back at once. */
  doubles(): Entry[] {
    const once = new Set<string>()
    const twice = new Map<string, Entry>()
    for (const { client, clock, len } of this.copies)
      for (let at = clock; at < clock + len; at += 1) {
        const name = `${client} ${at}`
        if (once.has(name)) twice.set(name, { client, clock: at })
        once.add(name)
      }
    return [...twice.values()].flatMap((entry) =>
      this.alive(this.origin(entry))
        .sort((a, b) => a.client - b.client || a.clock - b.clock)
        .slice(1)
    )
  }

  /** Writes down what was taken back, and what has come back. */
  note(taken: readonly Stretch[], returned: readonly Copy[]): void {
    const { clientID } = this.doc
    for (const { client, clock, len } of taken) this.known.set(`u ${client} ${clock}`, [len])
    for (const { client, clock, len, to } of returned) {
      this.known.set(`c ${client} ${clock} ${clientID}`, [len, to.client, to.clock])
      for (const { key, ...stretch } of this.gone)
        if (isIn(stretch, { client, clock })) this.known.delete(key)
    }
  }

  /** Whether the document has these entries: anybody may write anything down. */
  private isKnown({ client, clock, len }: Stretch): boolean {
    return [client, clock, len].every(isCount) && clock + len <= Y.getState(this.doc.store, client)
  }

  /** Whether an entry is there. */
  isThere({ client, clock }: Entry): boolean {
    return (
      clock < Y.getState(this.doc.store, client) &&
      !Y.getItem(this.doc.store, Y.createID(client, clock)).deleted
    )
  }
}

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0

const isIn = ({ client, clock, len }: Stretch, entry: Entry): boolean =>
  entry.client === client && entry.clock >= clock && entry.clock < clock + len

/** Every entry of some stretches. */
export function* entriesOf(entries: Entries): Generator<Entry> {
  for (const [client, stretches] of entries.clients)
    for (const { clock, len } of stretches)
      for (let at = clock; at < clock + len; at += 1) yield { client, clock: at }
}

/** Entries as stretches, in order and each once. */
export function stretchesOf(entries: Iterable<Entry>): Stretch[] {
  const sorted = [...entries].sort((a, b) => a.client - b.client || a.clock - b.clock)
  const found: Stretch[] = []
  for (const { client, clock } of sorted) {
    const last = found.at(-1)
    const end = last?.client === client ? last.clock + last.len : -1
    if (last && clock === end) found[found.length - 1] = { ...last, len: last.len + 1 }
    else if (clock >= end) found.push({ client, clock, len: 1 })
  }
  return found
}

/** Stretches as Yjs keeps them. */
export function entriesFrom(stretches: readonly Stretch[]): Entries {
  const entries = Y.createDeleteSet()
  for (const { client, clock, len } of stretches) {
    const known = entries.clients.get(client) ?? []
    known.push({ clock, len })
    entries.clients.set(client, known)
  }
  return entries
}

/** What has come back of some entries, as which copies. */
export function copiesOf(doc: Y.Doc, entries: Entries): Copy[] {
  const found: Copy[] = []
  for (const { client, clock } of entriesOf(entries)) {
    const item = Y.getItem(doc.store, Y.createID(client, clock))
    if (!(item instanceof Y.Item) || !item.redone) continue
    const to = { client: item.redone.client, clock: item.redone.clock + clock - item.id.clock }
    const last = found.at(-1)
    const follows =
      last?.client === client &&
      last.clock + last.len === clock &&
      last.to.client === to.client &&
      last.to.clock + last.len === to.clock
    if (last && follows) found[found.length - 1] = { ...last, len: last.len + 1 }
    else found.push({ client, clock, len: 1, to })
  }
  return found
}
