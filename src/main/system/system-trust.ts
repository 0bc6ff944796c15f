import { readFile } from 'node:fs/promises'
import tls from 'node:tls'
import { Worker } from 'node:worker_threads'

let trusting: Promise<number> | undefined

/**
 * From now on every request of this program believes whom this system believes, beside those whom Node knows:
 * an organization signs the certificates of its servers, and of what inspects its lines, itself (Y21). Done
 * once; asked for before the first request.
 * @returns how many certificates came along; where the system tells none, everything stays as it is
 */
export function trustSystem(): Promise<number> {
  trusting ??= systemCertificates().then(believe, () => 0)
  return trusting
}

/** Where Linux systems keep what they believe, in one file. */
const bundles = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem'
]

async function systemCertificates(): Promise<readonly string[]> {
  if (typeof Reflect.get(tls, 'getCACertificates') === 'function') return askedInAWorker()
  if (process.platform !== 'linux') return []
  const named = process.env['SSL_CERT_FILE']
  for (const file of named === undefined || named === '' ? bundles : [named]) {
    const text = await readFile(file, 'latin1').catch(() => null)
    if (text !== null) return text.match(CERTIFICATE) ?? []
  }
  return []
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** A keychain may take its time, and would hold up the window meanwhile. */
function askedInAWorker(): Promise<readonly string[]> {
  const code = `require('node:worker_threads').parentPort.postMessage(require('node:tls').getCACertificates('system'))`
  return new Promise((resolve, reject) => {
    const worker = new Worker(code, { eval: true })
    worker.once('message', (found: readonly string[]) => resolve(found))
    worker.once('error', reject)
    worker.once('exit', () => resolve([]))
    worker.unref()
  })
}

function believe(found: readonly string[]): number {
  const known = new Set(tls.rootCertificates.map(bare))
  const more = [...new Set(found)].filter((one) => !known.has(bare(one)))
  if (more.length === 0) return 0
  const [get, set]: unknown[] = [
    Reflect.get(tls, 'getCACertificates'),
    Reflect.get(tls, 'setDefaultCACertificates')
  ]
  if (typeof get === 'function' && typeof set === 'function') {
    const usual: unknown = Reflect.apply(get, tls, ['default'])
    Reflect.apply(set, tls, [[...(Array.isArray(usual) ? usual : tls.rootCertificates), ...more]])
  } else inEachContext(more)
  return more.length
}

const bare = (pem: string) => pem.replace(/-----[A-Z ]+-----|\s/g, '')

/** Before Node 22.19 and 24.5 there are no certificates by default that could be set. */
function inEachContext(more: readonly string[]): void {
  const make = tls.createSecureContext
  const makeOne: typeof make = (options) => {
    const context = make(options)
    // who names whom to believe means only those
    if (options?.ca !== undefined) return context
    const native: unknown = Reflect.get(context, 'context')
    const add: unknown = native instanceof Object ? Reflect.get(native, 'addCACert') : undefined
    if (typeof add === 'function') for (const one of more) Reflect.apply(add, native, [one])
    return context
  }
  Reflect.set(tls, 'createSecureContext', makeOne)
}
