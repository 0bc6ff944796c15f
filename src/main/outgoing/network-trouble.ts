import { sentence, type Sentence } from '../../common/errors'
import { OutgoingFailure } from './failure'

/** What kind of trouble a request met on its way, in words for people. */
interface NetworkTrouble {
  readonly what: 'address' | 'certificate'
  readonly message: Sentence
}

const certificates: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'was signed by the server itself, and not by somebody this computer trusts',
  SELF_SIGNED_CERT_IN_CHAIN: 'was signed by somebody whom this computer does not know',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'was signed by somebody whom this computer does not know',
  UNABLE_TO_GET_ISSUER_CERT: 'was signed by somebody whom this computer does not know',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'was signed by somebody whom this computer does not know',
  CERT_UNTRUSTED: 'was signed by somebody whom this computer does not know',
  CERT_REVOKED: 'was called back by who signed it',
  CERT_HAS_EXPIRED: 'has expired',
  CERT_NOT_YET_VALID: 'is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'is for another address'
}

const remedies: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED:
    'Ask who runs the server to renew it; and look whether the clock of this computer is right.',
  CERT_NOT_YET_VALID: 'Look whether the clock of this computer is right.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Use the address that the server is known by.'
}

const DEFAULT_REMEDY =
  'Ask who runs the server for a certificate that computers trust. If your organization signs its own, or looks into its lines, ask who looks after this computer to make its root certificate known to the system, and start Galley again; or start Galley with NODE_EXTRA_CA_CERTS naming the file of that root.'

/** The causes that the network tells by a code. @param host as people know it */
export function networkTrouble(error: unknown, host: string): NetworkTrouble {
  if (
    error instanceof OutgoingFailure &&
    ['size', 'address', 'broken'].includes(error.trouble) &&
    !isUnspoken(error)
  )
    return { what: 'address', message: sentence`${{ problem: error.message }}` }
  const code = codeOf(error)
  const certificate = certificates[code]
  if (certificate !== undefined)
    return {
      what: 'certificate',
      message: sentence`The certificate of ${{ host }} ${{ certificate }}. ${{ remedy: remedies[code] ?? DEFAULT_REMEDY }}`
    }
  const hint = proxyHint()
  const address = (message: Sentence): NetworkTrouble => ({ what: 'address', message })
  if (/^ERR_SSL_|^EPROTO$/.test(code))
    return address(
      sentence`${{ host }} does not speak https there. Check the address and its port; a server on this computer may need http://.${{ hint }}`
    )
  switch (code) {
    case 'ENOTFOUND':
      return address(
        sentence`There is no server of the name ${{ host }}. Check the address, and the network.${{ hint }}`
      )
    case 'EAI_AGAIN':
      return address(
        sentence`The name ${{ host }} cannot be looked up. Is this computer on the network?${{ hint }}`
      )
    case 'ECONNREFUSED':
      return address(
        sentence`Nothing listens at ${{ host }}. Check the address and its port, and that the server is running.${{ hint }}`
      )
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EADDRNOTAVAIL':
      return address(sentence`There is no way to ${{ host }}. Is this computer on the network?${{ hint }}`)
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'UND_ERR_HEADERS_TIMEOUT':
    case 'UND_ERR_BODY_TIMEOUT':
    case 'ABORT_ERR':
    case 'TimeoutError':
    case 'OAUTH_TIMEOUT':
      return address(
        sentence`${{ host }} did not answer in time. Check the address, and the network; then try again.${{ hint }}`
      )
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      return address(
        sentence`The connection to ${{ host }} broke off. Try again; if it stays so, something between here and the server cuts it.${{ hint }}`
      )
    default:
      return address(
        sentence`${{ host }} cannot be reached${{ code: code === '' ? '' : ` (${code})` }}. Check the address, and the network.${{ hint }}`
      )
  }
}

/**
 * Requests go to their servers by the direct way: where only a proxy leads out, that is what is the matter.
 */
function proxyHint(env: NodeJS.ProcessEnv = process.env): string {
  const named = ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'].find((name) => env[name])
  if (named === undefined || env['NODE_USE_ENV_PROXY'] === '1') return ''
  return ` This computer names a proxy (${named}), and Galley does not go through it: ask who looks after the network for a direct way to the server.`
}

/** The code of the innermost cause that has one: fetch, TLS and the look-up of names each wrap the other. */
function codeOf(error: unknown): string {
  let found = ''
  for (let one: unknown = error, depth = 0; one instanceof Error && depth < 6; depth += 1) {
    const code: unknown = Reflect.get(one, 'code')
    if (typeof code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(code)) found = code
    else if (one.name === 'TimeoutError') found = 'TimeoutError'
    const first: unknown = Reflect.get(one, 'errors')
    one = one.cause ?? (Array.isArray(first) && !('code' in one) ? first[0] : undefined)
  }
  return found
}

/** What is no HTTP at all, as where https is spoken and http asked. */
const isUnspoken = ({ code }: OutgoingFailure): boolean => /^HPE_|^ERR_SSL_/.test(code)
