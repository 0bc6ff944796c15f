import type { Page } from 'playwright-core'
import { contentPath } from '../../../src/common/content/paths'
import type { JsonValue } from '../../../src/common/schema'
import { newDocument, writeDocument, writeSchemaDocument } from '../../../src/common/formats/structured'
import { writer } from '../documents'
import { inWindow } from '../in-window'
import { summaryOf, type Summary } from '../measure'
import type { Budget, Finding, Row } from '../row'

const GROUPS = 20
const IN_GROUP = 50
const ROWS = 1000
const OPENINGS = 7
const KEYS = 200
/** Milliseconds from a paint to the next key: 25 to 30 keys a second, twice as fast as the fastest typist. */
const PAUSE = 30
const SITE = '/bench/site'

/** Forms in the real window: 1,000 fields of mixed kinds, and a list of 1,000 items with 5 fields each. */
export const forms: Row = {
  name: 'forms',
  title: 'forms in the window',
  run: (place) =>
    inWindow(
      {
        place,
        // A frame comes as soon as it can, not at the screen's next beat: what is left is what the window needs.
        switches: ['--disable-frame-rate-limit'],
        async fill(store) {
          const write = (path: string, text: string) =>
            store.write(contentPath(`${SITE}/${path}`), new TextEncoder().encode(text), { by: writer })
          await write(
            '.galley/forms/schemas/fields.html',
            writeSchemaDocument(JSON.stringify(fieldsSchema()))
          )
          await write('.galley/forms/schemas/rows.html', writeSchemaDocument(JSON.stringify(rowsSchema)))
          await write('fields.html', documentOf('fields', fieldsData()))
          await write(
            'rows.html',
            documentOf('rows', { rows: Array.from({ length: ROWS }, (_, n) => item(n)) })
          )
        }
      },
      async (page) => {
        const bare = await bareForm(page, PAUSE)
        const fields = await measured(page, 'fields')
        const list = await measured(page, 'rows')
        return [
          { what: '1,000 fields shown', galley: fields.shown, budget: most(250, 'median') },
          ...keyFindings('1,000 fields', fields.keys, bare, most(16, 'p95')),
          { what: '1,000 items × 5 shown', galley: list.shown, budget: most(100, 'median') },
          ...keyFindings('1,000 items × 5', list.keys, bare, most(16, 'p95'))
        ]
      }
    )
}

/**
 * `work` is what the main thread does for one key: everything that listens to it, then style, layout and paint. `paint` is the time
 * from the moment the key was pressed, as the browser stamps it, until that is painted: it holds all waiting as well.
 * @param paint how the latter is judged: by itself where frames come as soon as they can; beside plain inputs, which have nothing but
 * the browser behind them, where it holds the wait for the screen's next frame, up to 16.7 ms that nobody can save
 */
export function keyFindings(
  what: string,
  keys: Keys,
  bare: Keys,
  paint: Budget = { kind: 'ratio', atMost: 1.25 }
): Finding[] {
  const baseline = '1,000 plain inputs in the same window'
  return [
    {
      what: `${what}, work for a key`,
      galley: keys.work,
      baseline: { what: baseline, took: bare.work },
      budget: most(16, 'p95')
    },
    {
      what: `${what}, key to paint`,
      galley: keys.paint,
      baseline: { what: baseline, took: bare.paint },
      budget: paint
    }
  ]
}

export const most = (atMost: number, of: 'median' | 'p95') =>
  ({ kind: 'most', atMost, unit: 'ms', of }) as const

/** From the click on “Form” to the first frame with its fields, and from each key to its paint. */
async function measured(page: Page, name: string) {
  await page.evaluate((address) => (location.hash = address), `#/edit${SITE}/${name}.html`)
  const first = page.getByRole('form').locator('input[type="text"]').first()
  await first.waitFor()
  const shown: number[] = []
  for (let round = 0; round < OPENINGS; round += 1) {
    await page.getByText('JSON', { exact: true }).click()
    await page.getByText('Copy JSON').waitFor()
    shown.push(await page.evaluate(formShown))
  }
  await first.click()
  return { shown: summaryOf(shown), keys: await typed(page, PAUSE) }
}

/** What a key costs on this machine in a form that has nothing but the browser behind it. */
export async function bareForm(page: Page, pause = 0): Promise<Keys> {
  await page.evaluate(
    ([groups, fields]) => {
      const bare = document.createElement('div')
      bare.id = 'bare'
      bare.style.cssText = 'position:fixed;inset:0;overflow:auto;z-index:10;background:Canvas'
      bare.innerHTML =
        `<section style="content-visibility:auto">${'<p><input></p>'.repeat(fields)}</section>`.repeat(groups)
      document.body.append(bare)
      bare.querySelector('input')?.focus()
    },
    [GROUPS, IN_GROUP] as const
  )
  const took = await typed(page, pause)
  await page.evaluate(() => document.getElementById('bare')?.remove())
  return took
}

export interface Keys {
  readonly work: Summary
  readonly paint: Summary
}

/** @param pause milliseconds from the paint of one key to the next; at the screen's beat keys follow at once */
export async function typed(page: Page, pause = 0): Promise<Keys> {
  await page.evaluate(watchKeys)
  for (let key = 0; key < KEYS; key += 1) {
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
    await page.keyboard.type('x')
    await page.waitForFunction((count) => (window.keyTimes?.length ?? 0) > count, key)
  }
  const times = await page.evaluate(() => window.keyTimes ?? [])
  return {
    work: summaryOf(times.map(({ work }) => work)),
    paint: summaryOf(times.map(({ paint }) => paint))
  }
}

declare global {
  interface Window {
    keyTimes?: { readonly work: number; readonly paint: number }[]
  }
}

async function formShown(): Promise<number> {
  const label = [...document.querySelectorAll('label')].find((one) => one.textContent === 'Form')
  const began = performance.now()
  label?.click()
  while (!document.querySelector('[role="form"] input')) await new Promise(requestAnimationFrame)
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  return performance.now() - began
}

function watchKeys(): void {
  const watching = window.keyTimes !== undefined
  window.keyTimes = []
  if (watching) return
  // A message comes in a task of its own: after what the key set off, and after the frame that shows it.
  const after = () =>
    new Promise<number>((done) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => done(performance.now())
      port2.postMessage(null)
    })
  const onKey = ({ timeStamp }: KeyboardEvent) => {
    const began = performance.now()
    const handled = after()
    requestAnimationFrame(() => {
      const frame = performance.now()
      void Promise.all([handled, after()]).then(([answered, painted]) =>
        window.keyTimes?.push({ work: answered - began + painted - frame, paint: painted - timeStamp })
      )
    })
  }
  window.addEventListener('keydown', onKey, true)
}

/** Fields of mixed kinds, in the order text, number, switch, choice, long text. */
function fieldsSchema(): object {
  const kinds = [
    { type: 'string' },
    { type: 'number', minimum: 0 },
    { type: 'boolean' },
    { type: 'string', enum: ['a', 'b', 'c'] },
    { type: 'string', 'x-semantic-type': 'long-text' }
  ]
  return groupsOf(
    (group, n) => ({ title: `Field ${group} ${n}`, ...kinds[n % kinds.length] }),
    (properties) => ({
      type: 'object',
      properties
    })
  )
}

function fieldsData(): JsonValue {
  const values = ['words', 4, true, 'a', 'more words']
  return Object.fromEntries(
    Array.from({ length: GROUPS }, (_, group) => [
      `g${group}`,
      Object.fromEntries(
        Array.from({ length: IN_GROUP }, (_, n) => [`f${group}-${n}`, values[n % values.length] ?? ''])
      )
    ])
  )
}

function groupsOf(
  field: (group: number, n: number) => object,
  around: (properties: object) => object
): object {
  return around(
    Object.fromEntries(
      Array.from({ length: GROUPS }, (_, group) => [
        `g${group}`,
        around(
          Object.fromEntries(Array.from({ length: IN_GROUP }, (_, n) => [`f${group}-${n}`, field(group, n)]))
        )
      ])
    )
  )
}

const rowsSchema = {
  type: 'object',
  properties: {
    rows: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          amount: { type: 'number' },
          open: { type: 'boolean' },
          kind: { type: 'string', enum: ['x', 'y'] },
          note: { type: 'string', maxLength: 20 }
        }
      }
    }
  }
}

const item = (n: number): JsonValue => ({ name: `name ${n}`, amount: n, open: true, kind: 'x', note: 'e' })

const documentOf = (schemaName: string, data: JsonValue) =>
  writeDocument(newDocument({ title: schemaName, schemaName, data }))
