/** What a client asked, with what it was answered; null: nobody knows whether it happened. */
export type Deed =
  | { readonly kind: 'read'; readonly place: number; readonly found: string | null }
  | {
      readonly kind: 'write'
      readonly place: number
      readonly content: string
      /** The content that was to be there; null: none; undefined: whatever is. */
      readonly over: string | null | undefined
      readonly answer: 'made' | 'replaced' | 'refused' | null
    }
  | {
      readonly kind: 'delete'
      readonly place: number
      readonly answer: 'gone' | 'missing' | null
      readonly item: string
    }
  | { readonly kind: 'restore'; readonly item: string; readonly answer: 'back' | 'taken' | 'missing' | null }
  | {
      readonly kind: 'move'
      readonly place: number
      readonly to: number
      readonly answer: 'moved' | 'taken' | 'missing' | null
    }

/** From its call to its return, in milliseconds of one clock; without a return it may happen at any later time, or never. */
export interface Done {
  readonly deed: Deed
  readonly from: number
  readonly to: number | null
}

/** What is where, by the numbers of the places, and what lies in the trash. */
export interface World {
  readonly places: readonly (string | null)[]
  readonly trash: readonly { readonly item: string; readonly place: number; readonly content: string }[]
}

/** Nothing more is tried: whether there is an order is not known. */
const MOST_TRIED = 400_000

/**
 * Whether there is an order of all that was done in which each answer is the one of a single workspace that does one thing after
 * another, and in which nothing comes before what had ended when it began (Wing and Gong, remembering what was tried).
 * @throws when too many orders would have to be tried
 */
export function isOrdered(done: readonly Done[], begin: World): boolean {
  const all = [...done].sort((a, b) => a.from - b.from)
  const tried = new Set<string>()
  const isDone = new Uint8Array(all.length)
  let left = all.filter(({ to }) => to !== null).length
  let tries = 0
  /** Two numbers that stand for which of them are done: each has two of its own, which go in and out. */
  const doneNow = [0, 0]
  const marks = all.map(() => [Math.random(), Math.random()].map((one) => Math.floor(one * 2 ** 31)))
  const mark = (at: number) =>
    marks[at]?.forEach((one, which) => (doneNow[which] = (doneNow[which] ?? 0) ^ one))

  function look(from: number, world: World): boolean {
    if (left === 0) return true
    let first = from
    while (isDone[first] === 1) first++
    // nothing may come before what had returned when it was called
    let bound = Infinity
    const next: number[] = []
    for (let at = first; at < all.length; at++) {
      const one = all[at]
      if (!one || one.from > bound) break
      if (isDone[at] === 1) continue
      next.push(at)
      bound = Math.min(bound, one.to ?? Infinity)
    }
    const key = `${doneNow[0]} ${doneNow[1]} ${world.places.join()} ${world.trash.map(({ item }) => item).join()}`
    if (tried.has(key)) return false
    tried.add(key)
    if (++tries > MOST_TRIED) throw new Error('Too many orders would have to be tried.')
    for (const at of next) {
      const one = all[at]
      if (!one || one.from > bound) continue
      const after = afterwards(one.deed, world)
      if (!after) continue
      isDone[at] = 1
      mark(at)
      if (one.to !== null) left--
      if (look(first, after)) return true
      isDone[at] = 0
      mark(at)
      if (one.to !== null) left++
    }
    return false
  }

  return look(0, begin)
}

/** @returns null: a workspace in this state does not answer so */
function afterwards(deed: Deed, world: World): World | null {
  const { places, trash } = world
  const put = (place: number, content: string | null, from: World['places'] = places) =>
    from.map((one, at) => (at === place ? content : one))
  switch (deed.kind) {
    case 'read':
      return places[deed.place] === deed.found ? world : null
    case 'write': {
      const there = places[deed.place] ?? null
      const holds = deed.over === undefined || deed.over === there
      const answer = !holds ? 'refused' : there === null ? 'made' : 'replaced'
      if (deed.answer !== null && deed.answer !== answer) return null
      return holds ? { places: put(deed.place, deed.content), trash } : world
    }
    case 'delete': {
      const content = places[deed.place] ?? null
      const answer = content === null ? 'missing' : 'gone'
      if (deed.answer !== null && deed.answer !== answer) return null
      if (content === null) return world
      return {
        places: put(deed.place, null),
        trash: [...trash, { item: deed.item, place: deed.place, content }]
      }
    }
    case 'restore': {
      const lying = trash.find(({ item }) => item === deed.item)
      const answer = !lying ? 'missing' : places[lying.place] !== null ? 'taken' : 'back'
      if (deed.answer !== null && deed.answer !== answer) return null
      if (answer !== 'back' || !lying) return world
      return { places: put(lying.place, lying.content), trash: trash.filter((one) => one !== lying) }
    }
    case 'move': {
      const content = places[deed.place] ?? null
      const isTaken = places[deed.to] !== null
      const fits =
        deed.answer === null ||
        (deed.answer === 'missing'
          ? content === null
          : deed.answer === 'taken'
            ? isTaken
            : content !== null && !isTaken)
      if (!fits) return null
      if (content === null || isTaken) return world
      return { places: put(deed.to, content, put(deed.place, null)), trash }
    }
  }
}
