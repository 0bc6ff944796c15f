import { useCallback, type Key } from 'react'

/**
 * The keys of a virtual list's rows, as the same function while the rows are the same: from another one the
 * list would make the places of all its rows anew, ten thousand of them for each frame that scrolls.
 * @param keyOf the same function each time
 */
export function useRowKeys<T>(rows: readonly T[], keyOf: (row: T) => Key): (index: number) => Key {
  return useCallback(
    (index: number) => {
      const row = rows[index]
      return row === undefined ? index : keyOf(row)
    },
    [rows, keyOf]
  )
}
