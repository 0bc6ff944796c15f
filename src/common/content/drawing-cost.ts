import { tagsIn } from './drawing-tags'
import { numberText } from '../number-text'

/** More of a drawing is not looked at, and so not shown. */
export const MOST_DRAWING_BYTES = 8 * 1024 * 1024
/** Elements, each as often as the drawing uses it. */
const MOST_ELEMENTS = 150_000
/**
 * Each goes over all dots of what it is used for, some of them many times: 200 stop what draws the window for
 * half a minute.
 */
const FILTER_STEP = 1000
const MOST_FILTERS = 50
const MOST_ENTITIES = 100

interface Part {
  readonly name: string
  readonly weight: number
  readonly children: Part[]
  /** Ids of what it draws as well: what is used, its mask, its filter. */
  readonly refers: readonly string[]
  /** What it draws in all; undefined while that is not known, or is being counted. */
  cost: number | undefined
}

/**
 * What is said of an SVG that would hold up the window, `300,000 elements, and at most 150,000 are drawn`;
 * null when it can be drawn.
 */
export function tooMuchToDraw(bytes: Uint8Array): string | null {
  if (bytes.length > MOST_DRAWING_BYTES)
    return `more than ${MOST_DRAWING_BYTES / 1024 / 1024} MB of drawing, and no more is drawn`
  const text = textOf(bytes)
  if (hasLivelyEntities(text)) return 'abbreviations that stand for parts of the drawing'
  if (/data:\s*image\/svg/i.test(text)) return 'drawings within the drawing'
  const filters = text.match(/<(?:[\w.-]{1,50}:)?fe[A-Z]/g)?.length ?? 0
  if (filters > MOST_FILTERS) return `${numberText(filters)} filters, and at most ${MOST_FILTERS} are drawn`
  const cost = costOf(text)
  return cost > MOST_ELEMENTS
    ? `more than ${numberText(MOST_ELEMENTS)} elements, each as often as it is used and a step of a filter as ${numberText(FILTER_STEP)}, and no more are drawn`
    : null
}

/**
 * Drawing programs abbreviate addresses; what stands for markup, or for other abbreviations, may grow without
 * end.
 */
function hasLivelyEntities(text: string): boolean {
  const found = text.split(/<!ENTITY\s/i, MOST_ENTITIES + 2).slice(1)
  return found.length > MOST_ENTITIES || found.some((one) => /^[^>"']*(?:"[^"]*[<&]|'[^']*[<&])/.test(one))
}

function costOf(text: string): number {
  const root: Part = { name: '', weight: 0, children: [], refers: [], cost: undefined }
  const byId = new Map<string, Part>()
  const byClass = new Map<string, number>()
  const open = [root]
  let styles = ''
  let all = 0
  for (const { kind, name, attributes, after } of tagsIn(text)) {
    if (open.at(-1)?.name === 'style' && kind !== 'open') styles += after
    if (kind === 'kept') continue
    if (kind === 'close') {
      if (open.length > 1) open.pop()
      continue
    }
    all += 1
    if (all > MOST_ELEMENTS) return Infinity
    if (name === 'style') styles += after
    const own = Array.from(attributes, ([key, value]) => referredIn(key, value)).flat()
    const weight = /^fe[A-Z]/.test(name)
      ? FILTER_STEP
      : 1 + FILTER_STEP * functionsIn([...attributes.values()].join(' '))
    const part: Part = { name, weight, children: [], refers: own, cost: undefined }
    open.at(-1)?.children.push(part)
    const id = attributes.get('id')
    if (id !== undefined) byId.set(id, part)
    for (const one of (attributes.get('class') ?? '').split(/\s+/))
      byClass.set(one, (byClass.get(one) ?? 0) + 1)
    if (kind === 'open') open.push(part)
  }
  const counted = count(root, byId)
  return counted + styled(styles, byId, (name) => (name === null ? all : (byClass.get(name) ?? 0)))
}

/**
 * Every part and what it refers to, each counted once and taken as often as it is used; a circle draws
 * nothing.
 */
function count(root: Part, byId: ReadonlyMap<string, Part>): number {
  const way: Part[] = [root]
  const entered = new Set<Part>()
  for (let part = way.at(-1); part; part = way.at(-1)) {
    const below = [...part.children, ...part.refers.flatMap((id) => byId.get(id) ?? [])]
    const next = entered.has(part) ? [] : below.filter((one) => one.cost === undefined && !entered.has(one))
    entered.add(part)
    if (next.length > 0) {
      for (const one of next) way.push(one)
      continue
    }
    part.cost ??= below.reduce((sum, one) => sum + (one.cost ?? 0), part.weight)
    way.pop()
  }
  return root.cost ?? 0
}

/** What rules of style add: filters and masks of all elements of a class, or of all. */
function styled(
  styles: string,
  byId: ReadonlyMap<string, Part>,
  elementsOf: (name: string | null) => number
): number {
  let cost = 0
  for (const piece of styles.split('}')) {
    const [selector = '', rules = ''] = piece.split('{').slice(-2)
    const each =
      referredIn('style', rules).reduce((sum, id) => sum + (byId.get(id)?.cost ?? 0), 0) +
      FILTER_STEP * functionsIn(rules)
    if (each === 0) continue
    const names = selector.split(',').map((one) => /^\s*\.([\w-]+)\s*$/.exec(one)?.[1] ?? null)
    for (const name of names) cost += each * elementsOf(name)
  }
  return cost
}

const referredIn = (key: string, value: string): string[] =>
  key === 'href'
    ? Array.from(value.matchAll(/^\s*#(.+?)\s*$/g), ([, id = '']) => id)
    : Array.from(value.matchAll(/url\(\s*["']?#([^"')]+)["']?\s*\)/gi), ([, id = '']) => id)

/** Filters that are written as a function of style. */
const functionsIn = (text: string): number => text.match(/\b(?:blur|drop-shadow)\(/gi)?.length ?? 0

/** As a browser reads it: by its mark, else by what it says of itself. */
function textOf(bytes: Uint8Array): string {
  const [a, b] = bytes
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return new TextDecoder('utf-16le').decode(bytes)
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return new TextDecoder('utf-16be').decode(bytes)
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const named = /encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(start)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(/^utf-?16/i.test(named) ? 'utf-8' : named).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}
