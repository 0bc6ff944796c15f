import type { Sql } from './database'

export type Into = Sql & { readonly workspace: string }

/** A statement has so many lines at most. */
const LINES = 5_000

/** Lines of one table, in their order. @param types of the columns after the workspace */
export async function rows<T>(
  { change, workspace }: Into,
  table: string,
  types: string,
  all: readonly T[],
  valuesOf: (one: T) => readonly unknown[]
): Promise<void> {
  const columns = types.split(', ')
  const names = columns.map((_type, at) => `c${at}`).join(', ')
  const given = columns.map((type, at) => `$${at + 2}::${type}[]`).join(', ')
  for (let from = 0; from < all.length; from += LINES) {
    const lines = all.slice(from, from + LINES).map(valuesOf)
    await change(
      `insert into ${table} select $1, ${names}
       from unnest(${given}) with ordinality given (${names}, n) order by n on conflict do nothing`,
      [workspace, ...columns.map((_type, at) => lines.map((line) => line[at]))]
    )
  }
}
