import { resolve } from 'node:path'
import type { Client } from '../../common/api/client'
import { contentPath, segmentsOf, type ContentPath } from '../../common/content/paths'
import type { DocumentLinks, LinkProblem } from '../../common/links/answers'
import type { Command, Terminal } from './command'
import { parseOptions, required, UsageError, WaitingError } from './command'
import { openFolder } from './open-folder'
import { jsonText, tabbed } from './visibly'

const help = `usage: galley links --data <folder> </org/site/path> [--json]
       galley links --data <folder> --broken </org/site> [--json]
       galley links --data <folder> --external </org/site> [--json]

Tells what links to a file and what it links to, or what is broken in a site: links, anchors, other capital letters,
redirects in a circle; or which links of a site lead to other hosts. None of those is fetched.

  --data <folder>   the workspace; nothing else may have it open
  --broken          names a site: only its broken links
  --external        names a site: its links to other hosts
  --json            prints what the service answers, as JSON
  --help            shows this

Prints one line a link, with tabs between: “in”, the document and line, the address; “out”, how it stands (ok, broken,
anchor, case, loop, elsewhere), the line, the address, where it leads. With --broken: what it is, the document and line,
the address, and what would mend it. With --external: the host, the document and line, the address.

Ends with 0; with 2 when --broken finds something; with 1 for a failure.`

/** `galley links` (L9). */
export const linksCommand = (parts: {
  readonly appVersion: string
  readonly workerProgram: string | null
}): Command => ({
  name: 'links',
  summary: 'tells who links to whom, and which links are broken',
  help,
  async run(args, terminal) {
    const flags = new Set(args.filter((arg) => ['--json', '--broken', '--external'].includes(arg)))
    const { values, words } = parseOptions(
      args.filter((arg) => !flags.has(arg)),
      { data: { type: 'string' } },
      1
    )
    const [isBroken, isExternal] = [flags.has('--broken'), flags.has('--external')]
    if (isBroken && isExternal) throw new UsageError('--broken or --external, not both')
    const path = pathIn(words[0], isBroken || isExternal)
    const print = isBroken ? printBroken : isExternal ? printExternal : printLinks
    const data = resolve(required(values.data, '--data'))
    const opened = await openFolder(data, terminal, parts)
    try {
      await print(opened.api, path, { terminal, json: flags.has('--json') })
    } finally {
      await opened.close()
    }
  }
})

function pathIn(word: string | undefined, isSite: boolean): ContentPath {
  const wanted = isSite ? 'say which site: /org/site' : 'say which file: /org/site/path'
  if (word === undefined || !word.startsWith('/')) throw new UsageError(wanted)
  const path = contentPath(word)
  const depth = segmentsOf(path).length
  if (isSite ? depth !== 2 : depth < 3) throw new UsageError(wanted)
  return path
}

interface Asked {
  readonly terminal: Terminal
  readonly json: boolean
}

/** What one answer holds. */
const PAGE = 1000

async function printLinks(api: Client, path: ContentPath, { terminal, json }: Asked): Promise<void> {
  let all: DocumentLinks = await api.links(path, { limit: PAGE })
  while (all.next !== undefined) {
    const { next: after, ...before } = all
    const page = await api.links(path, { limit: PAGE, after })
    all = { ...page, in: [...before.in, ...page.in], out: [...before.out, ...page.out] }
  }
  if (json) return terminal.out(jsonText(all))
  for (const { path: from, line, written } of all.in) terminal.out(tabbed('in', `${from}:${line}`, written))
  for (const { state, line, written, to } of all.out)
    terminal.out(tabbed('out', state, String(line), written, ...(to === null ? [] : [to])))
  terminal.notify(`${all.in.length} links to it, ${all.out.length} from it`)
}

async function printBroken(api: Client, site: ContentPath, { terminal, json }: Asked): Promise<void> {
  const is = 'old,broken,anchor,case,redirect'
  const problems: LinkProblem[] = []
  for (let after: string | undefined; ;) {
    const page = await api.linkProblems(site, { is, limit: PAGE, ...(after !== undefined && { after }) })
    problems.push(...page.problems)
    after = page.next
    if (after === undefined) break
  }
  if (json) terminal.out(jsonText(problems))
  else
    for (const { is: kind, path, line, written, fix } of problems)
      terminal.out(
        tabbed(
          kind,
          line === undefined ? path : `${path}:${line}`,
          written ?? '',
          ...(fix ? [fix.after] : [])
        )
      )
  if (problems.length === 0) return terminal.notify('no link is broken')
  throw new WaitingError(`${problems.length} broken ${problems.length === 1 ? 'link' : 'links'}`)
}

async function printExternal(api: Client, site: ContentPath, { terminal, json }: Asked): Promise<void> {
  let all = await api.externalLinks(site, { limit: PAGE })
  while (all.next !== undefined) {
    const { next: after, ...before } = all
    const page = await api.externalLinks(site, { limit: PAGE, after })
    all = { ...page, links: [...before.links, ...page.links] }
  }
  if (json) return terminal.out(jsonText(all))
  for (const { host, path, line, written } of all.links)
    terminal.out(tabbed(host, `${path}:${line}`, written))
  terminal.notify(`${all.links.length} links to ${all.hosts.length} other hosts`)
}
