import { isGone, type Entry, type Spot } from './entries'
import { isOrderKey, seedKey } from './order-keys'

/** An item that is there, with its place. */
export interface Item {
  readonly id: string
  readonly key: string
}

/** The items that a list began with: numbered in their order. */
interface SeedItems {
  readonly ids: readonly string[]
  readonly keys: readonly string[]
}

export function seedItems(count: number): SeedItems {
  const places = Array.from({ length: count }, (_, at) => at)
  return { ids: places.map(String), keys: places.map(seedKey) }
}

const byPlace = (a: Item, b: Item): number => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.id < b.id ? -1 : 1)

/**
 * The items of a list in their order: those of its seed and those that came, without those that are gone. Of
 * an item that two have moved, one place counts; of two at one place, the id.
 * @param more what of an item is set elsewhere
 */
export function itemsOf(
  { ids, keys }: SeedItems,
  spot: Spot | undefined,
  more?: (id: string) => Iterable<Entry>
): Item[] {
  const touched = spot?.below
  const own: Item[] = []
  const passed = new Set<string>()
  for (const [id, one] of touched ?? []) {
    const key = one.place?.value
    const isSeed = /^\d+$/.test(id)
    const isMoved = isOrderKey(key) && (isSeed || one.value !== null)
    if (isGone(one, more && (() => more(id)))) passed.add(id)
    else if (isMoved && (!isSeed || ids[Number(id)] === id)) {
      passed.add(id)
      own.push({ id, key })
    }
  }
  own.sort(byPlace)
  const items: Item[] = []
  let next = 0
  ids.forEach((id, at) => {
    if (passed.size > 0 && passed.has(id)) return
    const item = { id, key: keys[at] ?? '' }
    for (let other = own[next]; other && byPlace(other, item) < 0; other = own[next]) {
      items.push(other)
      next += 1
    }
    items.push(item)
  })
  return [...items, ...own.slice(next)]
}
