import type { CellValue, Column } from '../../formats/sheet'
import { wellFormed } from '../flat/formats'
import { cellIn, memberOf } from './cells'
import type { Entry, Spot } from './entries'
import { itemsOf, seedItems, type Item } from './items'

/** A column that is there. */
export interface ShownColumn extends Item {
  readonly name: string
  readonly width: number | null
  /** What is in rows that say nothing of it. */
  readonly fill: CellValue
}

/**
 * The columns of a sheet in their order. Two people may give two of them one name: of those the later one gets
 * another.
 * @param inColumn what is set in the cells of a column: that keeps it from being deleted, too
 */
export function columnsOf(
  seed: readonly Column[],
  spot: Spot | undefined,
  inColumn: (id: string) => Iterable<Entry>
): ShownColumn[] {
  const all = itemsOf(seedItems(seed.length), spot, inColumn).map(
    ({ id, key }): ShownColumn & { readonly isAsRead: boolean } => {
      const one = spot?.below?.get(id)
      const first = /^\d+$/.test(id) ? seed[Number(id)] : undefined
      const came = first ? undefined : one?.value?.value
      const name = one?.below?.get('name')?.value?.value ?? memberOf(came, 'name')
      const set = one?.below?.get('width')?.value
      const width = set ? set.value : memberOf(came, 'width')
      const isNamed = typeof name === 'string' && name.trim() !== ''
      return {
        id,
        key,
        name: isNamed ? wellFormed(name) : (first?.name ?? 'Column'),
        width:
          typeof width === 'number' && Number.isFinite(width) && width > 0
            ? width
            : set || !first
              ? null
              : first.width,
        fill: memberOf(came, 'fill') === undefined ? undefined : cellIn(memberOf(came, 'fill')),
        isAsRead: first !== undefined && (!isNamed || name === first.name)
      }
    }
  )
  const taken = new Set(all.flatMap(({ isAsRead, name }) => (isAsRead ? [name] : [])))
  return all.map(({ isAsRead, ...column }) => ({
    ...column,
    name: isAsRead ? column.name : freeName(column.name, taken)
  }))
}

/** The name, or with the first number that makes it free; it is taken then. */
export function freeName(name: string, taken: Set<string>, join = ' '): string {
  let free = name
  for (let number = 2; taken.has(free); number += 1) free = `${name}${join}${number}`
  taken.add(free)
  return free
}
