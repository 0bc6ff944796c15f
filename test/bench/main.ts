import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { cpus, release, totalmem, type } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Row } from './row'
import { NotHere } from './row'
import { blocked } from './rows/blocked'
import { delivery } from './rows/delivery'
import { diff } from './rows/diff'
import { folder } from './rows/folder'
import { foreign } from './rows/foreign'
import { forms } from './rows/forms'
import { grid } from './rows/grid'
import { growth } from './rows/growth'
import { heldUp } from './rows/held-up'
import { importing } from './rows/import'
import { links } from './rows/links'
import { linksTeam } from './rows/links-team'
import { many } from './rows/many'
import { moments } from './rows/moments'
import { packed } from './rows/packed'
import { page } from './rows/page'
import { pages } from './rows/pages'
import { queryIndex } from './rows/query-index'
import { read } from './rows/read'
import { company } from './rows/company'
import { rooms } from './rows/rooms'
import { save } from './rows/save'
import { search } from './rows/search'
import { searchLarge } from './rows/search-large'
import { searchPast } from './rows/search-past'
import { searchTeam } from './rows/search-team'
import { service } from './rows/service'
import { sized } from './rows/sized'
import { start } from './rows/start'
import { pushing, syncing } from './rows/sync'
import { objects } from './rows/objects'
import { team } from './rows/team'
import { teamNodes } from './rows/team-nodes'
import { versions } from './rows/versions'
import type { Outcome } from './table'
import { markdownTable, plainTable } from './table'
import { verdictOn } from './verdict'

const rows: readonly Row[] = [
  save,
  read,
  versions,
  folder,
  many,
  foreign,
  blocked,
  heldUp,
  service,
  delivery,
  queryIndex,
  search,
  searchPast,
  searchTeam,
  links,
  linksTeam,
  diff,
  forms,
  importing,
  moments,
  syncing,
  pushing,
  grid,
  pages,
  page,
  rooms,
  company,
  team,
  teamNodes,
  objects,
  start,
  packed,
  sized,
  searchLarge,
  ...growth
]
const help = `npm run bench [-- --only <row>]… [--json] [--write]

Measures Galley's budgets, each beside its baseline in the same run.
  --only <row>  one of: ${rows.map(({ name }) => name).join(', ')}; may be given several times;
                growth is all whose names begin so; they take a quarter of an hour, and like packed, sized and search-large are measured
                only when named
  --json        prints the figures as JSON
  --write       puts the table into docs/technical/performance.md
  --place <dir> where to write (default: node_modules/.cache, so that it is the disk you work on)
`

process.exitCode = await main()

async function main(): Promise<number> {
  const options = {
    only: { type: 'string', multiple: true },
    json: { type: 'boolean' },
    write: { type: 'boolean' },
    place: { type: 'string' },
    help: { type: 'boolean' }
  } as const
  let values
  try {
    values = parseArgs({ options }).values
  } catch (error) {
    return refused(error instanceof Error ? error.message : String(error))
  }
  if (values.help) {
    process.stdout.write(help)
    return 0
  }
  const only = values.only?.flatMap((name) => (name === 'growth' ? growth.map((row) => row.name) : [name]))
  const unknown = only?.find((name) => !rows.some((row) => row.name === name))
  if (unknown !== undefined) return refused(`There is no row “${unknown}”.`)

  const outcomes: Outcome[] = []
  for (const row of rows.filter((one) => only?.includes(one.name) ?? !one.onlyWhenNamed)) {
    process.stderr.write(`${row.name}: ${row.title} …\n`)
    const outcome = await measured(row, resolve(values.place ?? 'node_modules/.cache/galley-bench'))
    outcomes.push(outcome)
    process.stderr.write(`${plainTable([outcome])}\n\n`)
  }
  process.stdout.write(
    values.json
      ? `${JSON.stringify({ machine: machine(), outcomes }, null, 2)}\n`
      : `${plainTable(outcomes)}\n`
  )
  if (values.write) await intoPage(outcomes)
  const missed = ({ findings, failed }: Outcome) =>
    failed !== undefined || findings.some((finding) => verdictOn(finding).kept === false)
  return outcomes.some(missed) ? 1 : 0
}

async function measured(row: Row, place: string): Promise<Outcome> {
  await mkdir(place, { recursive: true })
  const own = await mkdtemp(join(place, `${row.name}-`))
  try {
    return { row, findings: await row.run(own) }
  } catch (error) {
    if (error instanceof NotHere) return { row, findings: [], missing: error.message }
    // the others are measured all the same
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    return { row, findings: [], failed: error instanceof Error ? error.message : String(error) }
  } finally {
    await rm(own, { recursive: true, force: true })
  }
}

function refused(message: string): number {
  process.stderr.write(`${message} See npm run bench -- --help\n`)
  return 2
}

function machine(): string {
  const [cpu] = cpus()
  const memory = Math.round(totalmem() / 1024 ** 3)
  return `${cpus().length} × ${cpu?.model.trim() ?? 'unknown processor'}, ${memory} GB, ${type()} ${release()}, Node ${process.versions.node}`
}

/** Replaces the table between the page's two marks; lines of rows that were not measured this time stay. */
async function intoPage(outcomes: readonly Outcome[]): Promise<void> {
  const file = join('docs', 'technical', 'performance.md')
  const page = await readFile(file, 'utf8')
  const [, former = ''] = /<!-- table -->([\s\S]*)<!-- \/table -->/.exec(page) ?? []
  const lines = former.split('\n')
  const again = outcomes.map(({ row }) => row.title)
  const [names, rule, ...measured] = markdownTable(outcomes, new Date().toISOString().slice(0, 10)).split(
    '\n'
  )
  const body = rows.flatMap(({ title }) =>
    (again.includes(title) ? measured : lines).filter((line) =>
      /^(: | \| )/.test(line.replace(`| ${title}`, ''))
    )
  )
  const text = [
    '<!-- table -->',
    '',
    `Measured on ${machine()}.`,
    '',
    names,
    rule,
    ...body,
    '',
    '<!-- /table -->'
  ].join('\n')
  await writeFile(
    file,
    page.replace(/<!-- table -->[\s\S]*<!-- \/table -->/, () => text)
  )
}
