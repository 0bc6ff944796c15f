import { readFileSync } from 'node:fs'
import { GalleyError, sentence } from '../../common/errors'
import type { ObjectAddress } from '../store'

/** What a node of a team's server is told by its environment (TM4). */
export interface TeamSettings {
  /** Null: none is named. */
  readonly databaseUrl: string | null
  /** Connections to it, at most. */
  readonly pool: number
  readonly workspace: string
  readonly host: string
  readonly port: number
  readonly origin: string | undefined
  /** Where the other nodes reach this one. */
  readonly address: string | undefined
  readonly trustedProxies: string | undefined
  readonly metrics: string | undefined
  readonly limits: string | undefined
  readonly log: string | undefined
  /** Seconds between being asked to stop and doing so. */
  readonly grace: number
  readonly importFrom: string | undefined
  readonly issuer: string | undefined
  readonly audience: string | undefined
  readonly groupsClaim: string | undefined
  readonly clientId: string | undefined
  readonly scope: string | undefined
  /** What the workspace may come to; null: whatever comes. */
  readonly quota: { readonly bytes: number; readonly files: number | null } | null
  /** Where large contents lie; null: in the database, like all others. */
  readonly objects: ObjectAddress | null
}

type Environment = Readonly<Record<string, string | undefined>>

const PREFIX = 'GALLEY_TEAM_'

const names = {
  DATABASE_URL: 'postgres://…, or the file that it stands in: GALLEY_TEAM_DATABASE_URL_FILE',
  DATABASE_POOL: 'connections of this node; default 10',
  WORKSPACE: 'which workspace of the database; default “team”',
  HOST: 'where it listens; default 127.0.0.1',
  PORT: 'default 0: a free one',
  ORIGIN: 'what people and scripts call it: https://host, or https://host/base',
  NODE: 'where the other nodes reach this one; default http://HOST:PORT',
  TRUSTED_PROXIES: 'whose X-Forwarded-For and X-Request-Id are believed',
  METRICS: 'a second listener for Prometheus and health',
  LIMITS:
    'as --limits of “galley serve”, shared by the nodes; default writes=50,reads=500,burst=4,uploads=4,workspace-writes=400,workspace-reads=4000',
  GRACE: 'seconds that it goes on serving when it is asked to stop, and says that it is not ready; default 5',
  QUOTA_MB: 'what all contents of the workspace may come to, with versions and trash; default any size',
  QUOTA_FILES: 'and how many files, with those in the trash; default any number',
  LOG: '“json”: a line for each request',
  IMPORT_FROM: 'hosts of the own network that people may import from',
  ISSUER: 'believe JWTs of this OpenID provider',
  AUDIENCE: 'what they must be made for',
  GROUPS_CLAIM: 'claim with the groups',
  CLIENT_ID: 'what people’s own Galleys are registered as there',
  SCOPE: 'scopes that they ask for beside the usual ones',
  S3_ENDPOINT: 'an object storage that speaks S3, for contents too large for the database: https://…',
  S3_BUCKET: 'its bucket, which is there already',
  S3_REGION: 'default us-east-1',
  S3_PATH_STYLE: '“no”: the bucket stands in the name of the host; default “yes”: in the path',
  S3_ACCESS_KEY: 'who asks there; or a file, GALLEY_TEAM_S3_ACCESS_KEY_FILE',
  S3_SECRET_KEY: 'its secret; or a file, GALLEY_TEAM_S3_SECRET_KEY_FILE',
  INLINE_BYTES: 'contents of more bytes lie there; default 131072, at most 16777216'
} as const

type Name = keyof typeof names

/** Of which a file may be named instead, so that no list of processes shows them. */
const secret: ReadonlySet<Name> = new Set<Name>(['DATABASE_URL', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'])
const known: ReadonlySet<string> = new Set(
  Object.keys(names).flatMap((name) => (secret.has(name as Name) ? [name, `${name}_FILE`] : [name]))
)

/** What each name means, a line each, for a help. */
export const settingsHelp: string = Object.entries(names)
  .map(([name, means]) => `  ${PREFIX}${name.padEnd(17)}${means}`)
  .join('\n')

/** @throws GalleyError bad-request, with the name of what cannot be used; its value is never told */
export function readSettings(environment: Environment): TeamSettings {
  for (const name of Object.keys(environment))
    if (name.startsWith(PREFIX) && !known.has(name.slice(PREFIX.length)))
      throw unusable(name, 'is none that Galley knows')
  const value = (name: Name): string | undefined => {
    const text = environment[PREFIX + name]
    const file = secret.has(name) ? environment[`${PREFIX}${name}_FILE`] : undefined
    if (text !== undefined && text !== '' && file !== undefined)
      throw unusable(PREFIX + name, 'is given twice: itself, and as a file')
    return (file === undefined || file === '' ? text : contentOf(`${PREFIX}${name}_FILE`, file)) || undefined
  }
  const number = (name: Name, usual: number, least: number, most: number): number => {
    const text = value(name)
    if (text === undefined) return usual
    const count = /^\d{1,8}$/.test(text) ? Number(text) : -1
    if (count < least || count > most) throw unusable(PREFIX + name, `is a number from ${least} to ${most}`)
    return count
  }
  const workspace = value('WORKSPACE') ?? 'team'
  if (!/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,99}$/u.test(workspace))
    throw unusable(`${PREFIX}WORKSPACE`, 'is a name of up to 100 letters and digits')
  const databaseUrl = value('DATABASE_URL') ?? null
  if (databaseUrl !== null) requireSafe(databaseUrl)
  return {
    databaseUrl,
    pool: number('DATABASE_POOL', 10, 4, 500),
    workspace,
    host: value('HOST') ?? '127.0.0.1',
    port: number('PORT', 0, 0, 65_535),
    origin: value('ORIGIN'),
    address: nodeAddress(value('NODE')),
    trustedProxies: value('TRUSTED_PROXIES'),
    metrics: value('METRICS'),
    limits: value('LIMITS'),
    quota: quotaIn(value('QUOTA_MB'), value('QUOTA_FILES'), number),
    log: value('LOG'),
    grace: number('GRACE', 5, 0, 600),
    importFrom: value('IMPORT_FROM'),
    issuer: value('ISSUER'),
    audience: value('AUDIENCE'),
    groupsClaim: value('GROUPS_CLAIM'),
    clientId: value('CLIENT_ID'),
    scope: value('SCOPE'),
    objects: objectAddress(value, () => number('INLINE_BYTES', 131_072, 0, 16_777_216))
  }
}

function quotaIn(
  megabytes: string | undefined,
  files: string | undefined,
  number: (name: Name, usual: number, least: number, most: number) => number
): TeamSettings['quota'] {
  if (megabytes === undefined && files === undefined) return null
  if (megabytes === undefined)
    throw unusable(`${PREFIX}QUOTA_MB`, `is missing, and ${PREFIX}QUOTA_FILES is there`)
  return {
    bytes: number('QUOTA_MB', 0, 1, 99_999_999) * 1024 * 1024,
    files: files === undefined ? null : number('QUOTA_FILES', 0, 1, 99_999_999)
  }
}

const OBJECTS = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const

/** All that it takes, or nothing. */
function objectAddress(
  value: (name: Name) => string | undefined,
  inlineBytes: () => number
): ObjectAddress | null {
  const [endpoint, bucket, accessKey, secretKey] = OBJECTS.map(value)
  const [region, pathStyle] = [value('S3_REGION'), value('S3_PATH_STYLE')]
  const missing = OBJECTS.find((name) => value(name) === undefined)
  if (missing !== undefined) {
    const given = [...OBJECTS, 'S3_REGION', 'S3_PATH_STYLE', 'INLINE_BYTES'] as const
    const other = given.find((name) => value(name) !== undefined)
    if (other === undefined) return null
    throw unusable(
      PREFIX + missing,
      `is missing, and ${PREFIX}${other} is there: both belong to an object storage`
    )
  }
  if (endpoint === undefined || bucket === undefined || accessKey === undefined || secretKey === undefined)
    return null
  requireSafeEndpoint(endpoint)
  if (!/^[a-z0-9][a-z0-9._-]{1,253}[a-z0-9]$/i.test(bucket))
    throw unusable(`${PREFIX}S3_BUCKET`, 'is the name of a bucket: letters, digits, dots and dashes')
  if (pathStyle !== undefined && pathStyle !== 'yes' && pathStyle !== 'no')
    throw unusable(`${PREFIX}S3_PATH_STYLE`, 'is “yes” or “no”')
  return {
    endpoint,
    bucket,
    accessKey,
    secretKey,
    region: region ?? 'us-east-1',
    isPathStyle: pathStyle !== 'no',
    inlineBytes: inlineBytes()
  }
}

/** Beyond this machine nobody may read along, nor stand in for the object storage. */
function requireSafeEndpoint(text: string): void {
  const name = `${PREFIX}S3_ENDPOINT`
  if (!/^https?:\/\/[^\s/?#@]+\/?$/.test(text) || !URL.canParse(text))
    throw unusable(name, 'is an address like https://s3.example.com')
  const { protocol, hostname } = new URL(text)
  if (protocol !== 'https:' && !isThisMachine(hostname))
    throw unusable(name, 'begins with https://, because the object storage is not on this machine')
}

const isThisMachine = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host)

function nodeAddress(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (/^http:\/\/[^\s/?#@]+$/.test(text) && URL.canParse(text)) return text
  throw unusable(`${PREFIX}NODE`, 'is an address like http://10.0.0.3:4502')
}

function contentOf(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    throw unusable(name, 'names a file that cannot be read')
  }
}

/** Beyond this machine nobody may read along, nor stand in for the database. */
function requireSafe(text: string): void {
  const name = `${PREFIX}DATABASE_URL`
  let url: URL
  try {
    // a person without a host: the socket of this machine
    url = new URL(text.replace(/^(postgres(?:ql)?:\/\/[^/@]*@)\//, '$1localhost/'))
  } catch {
    throw unusable(name, 'is an address like postgres://person@host/database')
  }
  if (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:')
    throw unusable(name, 'begins with postgres://')
  const host = url.searchParams.get('host') ?? url.hostname
  const isHere = host === '' || host.startsWith('/') || isThisMachine(host)
  if (!isHere && url.searchParams.get('sslmode') !== 'verify-full')
    throw unusable(name, 'says sslmode=verify-full, because the database is not on this machine')
}

const unusable = (name: string, why: string) =>
  new GalleyError('bad-request', sentence`${{ name }} ${{ why }}.`, { where: name })
