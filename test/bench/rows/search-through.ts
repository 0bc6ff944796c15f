import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceAnswer, type ReplaceAnswer } from '../../../src/common/replace/answers'
import { searchAnswer } from '../../../src/common/search/answer'
import type { createService } from '../../../src/main/service'
import { bareSave } from '../bare-save'
import { bodyOf, inParallel } from '../documents'
import { interleaved, timed } from '../measure'
import type { Finding } from '../row'

type Service = ReturnType<typeof createService>

interface Through {
  readonly service: Service
  /** Of the site, in addresses. */
  readonly site: string
  /** Its files on the disk. */
  readonly files: readonly string[]
  readonly place: string
  /** One that few pages hold, and one that all do. */
  readonly rare: string
  readonly common: string
}

const REPLACED = 1000

/** All files looked through for a pattern, and many of them changed as one. */
export async function lookedThrough(through: Through): Promise<Finding[]> {
  const { files, rare } = through
  const expression = new RegExp(`>${rare} `, 'gmu')
  const measured = await interleaved(5, {
    galley: () => allOf(through, `/>${rare} /`),
    baseline: async () => {
      for (const file of files) (await readFile(file, 'utf8')).match(expression)
    }
  })
  return [
    {
      what: 'a pattern in the sources of all pages',
      galley: measured.galley,
      baseline: { what: 'each file read and matched, one after the other', took: measured.baseline },
      budget: { kind: 'ratio', atMost: 5 }
    },
    await replaced(through)
  ]
}

async function allOf({ service, site }: Through, q: string): Promise<void> {
  for (let after = ''; ;) {
    const address = `http://127.0.0.1/search${site}?limit=200&q=${encodeURIComponent(q)}${after}`
    const answer = await bodyOf(await service.fetch(new Request(address), 'owner'))
    const { next } = searchAnswer.parse(JSON.parse(new TextDecoder().decode(answer)))
    if (next === undefined) return
    after = `&after=${next}`
  }
}

async function replaced({ service, site, place, common }: Through): Promise<Finding> {
  const ask = async (body: object): Promise<ReplaceAnswer> => {
    const request = new Request(`http://127.0.0.1/replace${site}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ q: common, with: 'replaced', word: true, ...body })
    })
    const answer = await bodyOf(await service.fetch(request, 'owner'))
    return replaceAnswer.parse(JSON.parse(new TextDecoder().decode(answer)))
  }
  const chosen: { path: string; etag: string }[] = []
  for (let after: number | undefined = 0; after !== undefined && chosen.length < REPLACED;) {
    const told: ReplaceAnswer = await ask({ dry: true, after })
    chosen.push(...told.found.map(({ path, etag }) => ({ path, etag })))
    after = told.next
  }
  const files = chosen.slice(0, REPLACED)
  const galley = await timed(async () => {
    const done = await ask({ files })
    if (done.files !== REPLACED) throw new Error(`${done.files} files were replaced`)
  })
  const bare = join(place, 'bare')
  await mkdir(bare)
  const baseline = await timed(() =>
    inParallel(REPLACED, 16, (number) =>
      bareSave(join(bare, `${number}.html`), new TextEncoder().encode('x'.repeat(2800)))
    )
  )
  return {
    what: `a word replaced in ${REPLACED.toLocaleString('en')} pages, as one change`,
    galley: { value: galley, unit: 'ms' },
    baseline: {
      what: 'as many bare durable writes, 16 at once',
      took: { value: baseline, unit: 'ms' }
    },
    budget: { kind: 'none' }
  }
}
