import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Environment } from '../../../../common/publishing/environments'
import { jsonOf } from '../../../outgoing'
import type { Fetcher } from '../web/fetcher'
import type { ImportLimits } from '../../limits'
import { WebFailure } from '../../web-failure'

interface StatusQuestion {
  /** {publish_admin_url}, without a slash at the end. */
  readonly admin: string
  readonly org: string
  readonly site: string
  readonly ref: string
  readonly environment: Environment
  readonly paths: readonly string[]
  readonly token: string
  readonly signal: AbortSignal
}

const begun = z.object({ links: z.object({ self: z.string() }) })
const listed = z.union([z.string(), z.object({ path: z.string() }).transform(({ path }) => path)]).array()
const details = z.object({
  state: z.string(),
  error: z.string().optional(),
  data: z
    .object({ phase: z.string().optional(), resources: z.record(z.string(), z.unknown()).optional() })
    .optional()
})

/**
 * The paths that a publishing admin service lists, by the description's procedure: a status job is begun,
 * looked at until it has ended, and its details read. The token goes to the host that it was given for, and
 * to no other (IM9).
 * @throws WebFailure
 */
export async function statusList(
  fetcher: Fetcher,
  limits: ImportLimits,
  question: StatusQuestion
): Promise<string[]> {
  const { admin, environment, paths, signal } = question
  const place = [question.org, question.site, question.ref].map(encodeURIComponent).join('/')
  const { origin } = new URL(admin)
  const call = async (method: 'GET' | 'POST', url: string, body?: object) => {
    const answer = await fetcher.read({
      method,
      url,
      headers: (to) =>
        to.origin === origin
          ? {
              'X-Auth-Token': question.token,
              Accept: 'application/json',
              ...(body ? { 'Content-Type': 'application/json' } : {})
            }
          : {},
      ...(body ? { body: JSON.stringify(body) } : {}),
      maxBytes: limits.sheetBytes,
      signal,
      follow: (from, to) => method === 'GET' && from.origin === to.origin
    })
    if (answer.redirect !== null)
      throw new WebFailure(
        'redirect',
        `The publishing admin service leads to ${answer.redirect}. Give that address.`
      )
    return parsed(answer.bytes)
  }

  const request = { pathsOnly: true, select: [environment], paths }
  const answer = await call('POST', `${admin}/status/${place}/index`, request).catch((error: unknown) => {
    // services that know the job under its other address
    if (error instanceof WebFailure && error.why === 'missing')
      return call('POST', `${admin}/status/${place}/*`, request)
    throw asRefusal(error)
  })
  const job = begun.safeParse(answer)
  if (!job.success) throw notUnderstood
  const self = jobAddress(job.data.links.self, admin)

  const end = Date.now() + limits.jobMs
  for (let wait = limits.pollMs / 4; ; wait = Math.min(limits.pollMs, wait * 2)) {
    const found = details.safeParse(await call('GET', `${self.href.replace(/(?<!\/)\/+$/, '')}/details`))
    if (!found.success) throw notUnderstood
    const { state, data, error } = found.data
    if (state === 'stopped') {
      if (error !== undefined) throw new WebFailure('unreachable', `The status job failed: ${said(error)}`)
      if (data?.phase !== undefined && data.phase !== 'completed')
        throw new WebFailure('unreachable', `The status job ended before its time (${said(data.phase)}).`)
      const resources = listed.safeParse(data?.resources?.[environment] ?? [])
      if (!resources.success) throw notUnderstood
      return resources.data
    }
    if (Date.now() > end)
      throw new WebFailure('unreachable', 'The status job did not end. Try again, or with fewer paths.')
    await sleep(wait, undefined, { signal })
  }
}

/** What a refusal means to who typed address and token. */
function asRefusal(error: unknown): unknown {
  if (!(error instanceof WebFailure)) return error
  if (error.why === 'refused')
    return new WebFailure('refused', 'The publishing admin service does not accept this token for this site.')
  if (error.why === 'missing')
    return new WebFailure(
      'missing',
      'There is no publishing admin service at this address, or it does not know this site.'
    )
  return error
}

const notUnderstood = new WebFailure(
  'broken',
  'What answers at this address is no publishing admin service that Galley knows.'
)

/**
 * Where the job is looked at: at the service that began it, however its address is written.
 * @throws WebFailure
 */
function jobAddress(text: string, admin: string): URL {
  let url: URL
  try {
    url = new URL(text, admin)
  } catch {
    throw notUnderstood
  }
  const { origin } = new URL(admin)
  if (url.origin === origin) return url
  throw new WebFailure(
    'host',
    `The publishing admin service names another host for its job (${url.origin}). The token was not sent there.`
  )
}

/** Words of another server, short and in one line. */
const said = (text: string) => text.replace(/[\s\p{C}]+/gu, ' ').slice(0, 300)

function parsed(bytes: Uint8Array): unknown {
  try {
    return jsonOf(bytes, 'The service')
  } catch {
    throw notUnderstood
  }
}
