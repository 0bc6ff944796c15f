import { z } from 'zod'
import { contentPath } from '../../../../common/content/paths'
import { GalleyError } from '../../../../common/errors'
import { kindOfPath } from '../../../../common/importing/kinds'
import type { ImportItem } from '../../../../common/importing/shapes'
import type { SourceRequest } from '../../../../common/importing/sources'
import { addressOf, parseSite, siteText, type SourceSite } from '../../../../common/importing/source-site'
import { environments } from '../../../../common/publishing/environments'
import type { Listed } from '../../source'
import { WebFailure } from '../../web-failure'
import { MOST_REFUSED, nothingYet, patternsOf, type SourceKind } from '../kind'
import { givenTokens, siteTokenName, tokenOf } from '../tokens'
import { openWeb } from '../web/open-web'
import { statusList } from './status-list'

const stored = z.object({
  kind: z.literal('service'),
  environment: z.enum(environments),
  admin: z.string(),
  org: z.string(),
  site: z.string(),
  ref: z.string(),
  /** Of the site that readers see. */
  address: z.string(),
  paths: z.string().array().exactOptional()
})
type Stored = z.infer<typeof stored>

const adminTokenName = ({ admin, org, site }: Stored): string =>
  `admin ${new URL(admin).origin} ${org}/${site}`

/** A publishing admin service: its status job lists, its site is read. */
export const service: SourceKind<SourceRequest & { kind: 'service' }, Stored> = {
  stored,
  read({ org, site, environment, ref = 'main', paths, token, siteToken, ...request }) {
    const admin = siteText(parseSite(request.admin))
    const address = siteText(parseSite(request.address))
    const source: Stored = {
      kind: 'service',
      environment,
      admin,
      org,
      site,
      ref,
      address,
      ...patternsOf(paths)
    }
    const secrets = givenTokens([
      [adminTokenName(source), token],
      [siteTokenName(address), siteToken]
    ])
    return { ...nothingYet, source, secrets }
  },
  async open(source, parts) {
    const site = parseSite(source.address)
    return openWeb([site], siteTokenName(source.address), parts, (fetcher) => async (signal) => {
      const token = await tokenOf(parts, adminTokenName(source))
      if (token === null)
        throw new WebFailure(
          'refused',
          'The token of the publishing admin service is not known any more. Begin again, and give it anew.'
        )
      const { admin, org, ref, environment, paths = ['/*'] } = source
      const question = { admin, org, site: source.site, ref, environment, paths, token, signal }
      const listed = await statusList(fetcher, parts.limits, question)
      return { ...entriesOf(site, listed), repeated: listed.length - new Set(listed).size }
    })
  },
  shown: ({ address, environment, paths }) => ({ from: address, environment, ...(paths && { paths }) }),
  asks: ({ admin, address }) => [admin, address],
  readsHere: () => null
}

/** Addresses of the paths that a status job listed; those that no file can have (N5) are told. */
function entriesOf(site: SourceSite, paths: readonly string[]): Omit<Listed, 'repeated'> {
  const kept = new Map<string, ImportItem['kind']>()
  const refused: { readonly text: string; readonly why: string }[] = []
  for (const path of new Set(paths)) {
    const why = path.startsWith('/') ? problemOf(path) : 'A path begins with a slash.'
    if (why === null) kept.set(addressOf(site, path), kindOfPath(path))
    else if (refused.length < MOST_REFUSED) refused.push({ text: path.slice(0, 200), why })
  }
  return { entries: [...kept].map(([address, kind]) => ({ address, kind })), refused }
}

function problemOf(path: string): string | null {
  try {
    contentPath(path.replace(/\/$/, ''))
    return null
  } catch (error) {
    if (error instanceof GalleyError) return error.message
    throw error
  }
}
