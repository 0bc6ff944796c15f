import { contentPath, type ContentPath } from '../../common/content/paths'
import { parseSite } from '../../common/importing/source-site'
import { siteFolder } from '../../common/publishing/addresses'
import type { Store } from '../store/types'
import { entriesOf, secretNames } from './begin'
import { trustSystem } from '../system/system-trust'
import { openFetcher } from './fetcher'
import type { ImportJob } from './job'
import type { ImportLimits } from './limits'
import { policyFor, type OwnHosts } from './own-network'
import { publishedSource } from './published-source'
import type { SecretKeeper } from '../secrets'
import type { Workers } from '../workers'
import type { ImportSource } from './source'
import { targetSite } from './target-site'
import { statusList } from './status-list'
import { WebFailure } from './web-failure'
import { webSource } from './web-source'

export interface SourceParts {
  readonly store: Store
  readonly workers: Workers
  readonly limits: ImportLimits
  readonly secrets: SecretKeeper
  readonly userAgent: string
  readonly mayRead: (path: ContentPath) => Promise<boolean>
  readonly serviceFolder: () => Promise<string>
  /** What may be asked of this machine's own network, whoever imports. */
  readonly named: OwnHosts
}

/** What an import takes its things from. Whoever opens it closes it. */
export async function openSource(job: ImportJob, parts: SourceParts): Promise<ImportSource> {
  const { limits, secrets, userAgent } = parts
  const { source } = job
  const target = contentPath(job.target)
  if (source.kind === 'published') {
    const { environment, paths } = source
    return publishedSource(parts, {
      environment,
      site: contentPath(source.site),
      target,
      paths,
      serviceFolder: parts.serviceFolder,
      mayRead: parts.mayRead
    })
  }
  await trustSystem()
  const fetcher = openFetcher(limits, { userAgent, policy: policyFor(job, parts.named) })
  // a token is used only for who gave it
  const [{ email }] = job.caller.people
  const names = secretNames(source)
  const secret = (name: string | null) =>
    name === null ? Promise.resolve(null) : secrets.read(ownSecret(name, email))
  const siteToken = await secret(names.site)
  const sites = source.kind === 'list' ? source.sites.map(parseSite) : [parseSite(source.address)]
  const [first] = sites
  const common = {
    hosts: job.hosts,
    siteToken: siteToken === null || !first ? null : { origin: first.origin, token: siteToken },
    target,
    targetSite: () => targetSite(parts.store, siteFolder(target)),
    sites
  }
  if (source.kind === 'list') {
    return webSource(fetcher, limits, {
      ...common,
      list: () => Promise.resolve({ entries: [], refused: [], repeated: 0 })
    })
  }
  const site = parseSite(source.address)
  return webSource(fetcher, limits, {
    ...common,
    async list(signal) {
      const token = await secret(names.admin)
      if (token === null)
        throw new WebFailure(
          'refused',
          'The token of the publishing admin service is not known any more. Begin again, and give it anew.'
        )
      const { admin, org, ref, environment, paths = ['/*'] } = source
      const question = { admin, org, site: source.site, ref, environment, paths, token, signal }
      const listed = await statusList(fetcher, limits, question)
      return { ...entriesOf(site, listed), repeated: listed.length - new Set(listed).size }
    }
  })
}

export const ownSecret = (name: string, email: string): string => `${name} ${email.toLowerCase()}`
