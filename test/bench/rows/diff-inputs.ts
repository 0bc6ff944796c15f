import type { JsonObject, JsonValue } from '../../../src/common/schema'

/** Numbers from 0 to 1, the same on every run. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const copied = <T extends JsonValue>(value: T): T => structuredClone(value)

/** Items of about 200 bytes: a megabyte of them, and the same with one field in a hundred items changed. */
export function editedJson(items: number): [JsonValue, JsonValue] {
  const random = numbers(1)
  const item = (at: number) => ({
    id: `item-${at}`,
    title: `Title of item ${at}`,
    price: at % 97,
    tags: ['red', 'blue', `n${at % 7}`],
    text: `${'Some text that is a bit longer '.repeat(2)}${at}`,
    nested: { a: at, b: [1, 2, 3], c: { d: `x${at}` } }
  })
  const before = {
    sections: Array.from({ length: 10 }, (_, at) => ({
      name: `s${at}`,
      items: range(items / 10, (one) => item(at * items + one))
    }))
  }
  const after = copied(before)
  for (const { items: list } of after.sections) {
    for (const one of list) if (random() < 0.06) one.price += 1
  }
  return [before, after]
}

/** A list of which one in a hundred items stands elsewhere and one in a hundred is changed. */
export function movedItems(length: number): [JsonObject[], JsonObject[]] {
  const random = numbers(2)
  const before = range(length, (id) => ({ id, title: `Title ${id}`, n: id * 3, tags: ['a', 'b'] }))
  const after = copied(before)
  for (let edit = 0; edit < length / 100; edit += 1) {
    const moved = after.splice(Math.floor(random() * after.length), 1)
    after.splice(Math.floor(random() * after.length), 0, ...moved)
    const changed = after[Math.floor(random() * after.length)]
    if (changed) changed.title = `new ${edit}`
  }
  return [before, after]
}

/** Rows of texts; 200 cells changed, 25 rows gone, 25 moved. The first column tells them apart, or nothing does. */
export function editedRows(rows: number, columns: number, keyed: boolean): [string[][], string[][]] {
  const random = numbers(3)
  const before = range(rows, (at) =>
    range(columns, (column) =>
      keyed && column === 0 ? `row-${at}` : `v${Math.floor(random() * (column % 4 ? 20 : 1000))}`
    )
  )
  const after = copied(before)
  for (let edit = 0; edit < 200; edit += 1) {
    const row = after[Math.floor(random() * rows)]
    if (row) row[1 + Math.floor(random() * (columns - 1))] = `edited ${edit}`
  }
  for (let edit = 0; edit < 50; edit += 1) {
    const gone = after.splice(Math.floor(random() * after.length), 1)
    if (edit % 2) after.splice(Math.floor(random() * after.length), 0, ...gone)
  }
  return [before, after]
}

export const columnNames = (columns: number) => range(columns, (column) => `col${column}`)

export function sheetOf(rows: readonly (readonly string[])[]): JsonObject {
  const names = columnNames(rows[0]?.length ?? 0)
  const data = rows.map((row) => Object.fromEntries(row.map((cell, at) => [names[at] ?? '', cell])))
  return { ':type': 'sheet', ':sheetname': 'rows', total: rows.length, data }
}

/** A page of sections, one of them moved, some words changed. */
export function editedPage(bytes: number): [string, string] {
  const random = numbers(4)
  const words = 'the old harbour boat sails at dawn with a crew of nine and the tide is low near quay'.split(
    ' '
  )
  const paragraph = () =>
    `<p>${range(40, () => words[Math.floor(random() * words.length)] ?? '').join(' ')} <a href="/x">link</a>.</p>`
  const sections = range(20, (at) => {
    let text = `<h2>Section ${at}</h2>`
    while (text.length < bytes / 20) text += paragraph()
    return text
  })
  const page = (all: readonly string[]) =>
    `<body><header></header><main>\n${all.map((one) => `<div>${one}</div>`).join('\n')}\n</main><footer></footer></body>`
  const later = sections.map((one) =>
    one.replace(/dawn/, 'noon').replace('crew of nine', 'crew of nineteen people')
  )
  return [page(sections), page([...later.slice(5), ...later.slice(0, 5)])]
}

function range<T>(length: number, item: (at: number) => T): T[] {
  return Array.from({ length }, (_, at) => item(at))
}
