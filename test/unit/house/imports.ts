import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { preProcessFile } from 'typescript'

/** One file that imports another, for whatever: also only a type, or only when it is needed. Paths from the folder that was read. */
export interface Import {
  readonly from: string
  readonly to: string
}

/** Every import within a folder. @param folder from the root of the repository */
export function importsIn(folder: string): Import[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((from) =>
      preProcessFile(readFileSync(join(folder, from), 'utf8'))
        .importedFiles.map(({ fileName }) => fileName)
        .filter((name) => name.startsWith('.'))
        .flatMap((name) => fileOf(folder, join(dirname(from), name)) ?? [])
        .map((to) => ({ from, to }))
    )
}

function fileOf(folder: string, named: string): string | null {
  const path = named.replaceAll('\\', '/').replace(/\?.*$/, '')
  if (path.startsWith('..')) return null
  return (
    ['', '.ts', '.tsx', '/index.ts'].map((end) => path + end).find((file) => isFile(folder, file)) ?? null
  )
}

const isFile = (folder: string, file: string) => /\.[a-z]+$/.test(file) && existsSync(join(folder, file))

/** Rooms that reach each other: each circle once, its rooms in order; `[]` when every way ends. */
export function circlesOf(imports: readonly Import[], roomOf: (file: string) => string): string[][] {
  const ways = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [here, there] = [roomOf(from), roomOf(to)]
    if (here !== there) ways.set(here, (ways.get(here) ?? new Set()).add(there))
  }
  const reached = new Map([...ways.keys()].map((room) => [room, reach(room, ways)]))
  const circles = [...reached].flatMap(([room, others]) =>
    others.has(room) ? [[...others].filter((other) => reached.get(other)?.has(room)).sort()] : []
  )
  return [...new Map(circles.map((rooms) => [rooms.join(), rooms])).values()]
}

function reach(start: string, ways: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const found = new Set<string>()
  const next = [start]
  for (let room = next.pop(); room !== undefined; room = next.pop())
    for (const other of ways.get(room) ?? []) if (!found.has(other)) next.push((found.add(other), other))
  return found
}
