import { isLoopback, parseOutside, parseProxies, usualRates, type Outside, type Rates } from '../server'
import { lineFor, UsageError } from './command'

const words = [
  ['writes', 'writes'],
  ['reads', 'reads'],
  ['streams', 'streams'],
  ['sign-ins', 'signIns'],
  ['burst', 'burst'],
  ['uploads', 'uploads'],
  ['workspace-writes', 'workspaceWrites'],
  ['workspace-reads', 'workspaceReads']
] as const satisfies readonly (readonly [string, keyof Rates])[]

/** How `galley serve` shows itself and lets itself be asked, beside where it listens. */
export const outsideOptions = {
  origin: { type: 'string' },
  'trusted-proxies': { type: 'string' },
  metrics: { type: 'string' },
  log: { type: 'string' },
  limits: { type: 'string' }
} as const

export const outsideHelp = `  --origin <url>     what people and scripts call it behind a proxy: https://host, or https://host/base
  --trusted-proxies <addresses>  whose X-Forwarded-For and X-Request-Id are believed: addresses and
                     networks, with commas between
  --metrics <address>  a second listener, with /metrics for Prometheus, /healthz and /readyz: a port of
                     this machine, or host:port
  --log json         one line of JSON on the error stream for each request
  --limits <limits>  what one token may write, read and follow in a second, how many sign-ins of one
                     address may fail in a minute, for how many seconds one may ask at once, how many
                     uploads of one are on their way, and what all together ask in a second: a part of
                     “${ratesText(usualRates, 0, 6)},
                     ${ratesText(usualRates, 6)}”, or “off”.
                     Default: off where only this machine reaches it, else as written here`

type Values = { readonly [Name in keyof typeof outsideOptions]?: string | undefined }

export interface OutsideChoices {
  readonly outside: Outside | null
  readonly isTrusted: ((address: string) => boolean) | null
  readonly metrics: { readonly host: string; readonly port: number } | null
  readonly isLogged: boolean
  readonly rates: Rates | null
  /** Whether others than this machine are meant to reach it. */
  readonly isOpen: boolean
}

/** @param host where it listens; undefined: this machine only @param usual the limits where none are said @throws UsageError */
export function outsideIn(
  values: Values,
  host: string | undefined,
  usual: Rates = usualRates
): OutsideChoices {
  const outside = said(values.origin, parseOutside)
  const isOpen =
    (host !== undefined && !isLoopback(host)) ||
    (outside !== null && !isLoopback(new URL(outside.origin).hostname.replace(/^\[|\]$/g, '')))
  if (values.log !== undefined && values.log !== 'json') throw new UsageError('--log is “json”')
  return {
    outside,
    isTrusted: said(values['trusted-proxies'], parseProxies),
    metrics: said(values.metrics, parsePlace),
    isLogged: values.log === 'json',
    rates: values.limits === undefined ? (isOpen ? usual : null) : parseRates(values.limits, usual),
    isOpen
  }
}

function said<T>(text: string | undefined, parse: (text: string) => T): T | null {
  if (text === undefined) return null
  try {
    return parse(text)
  } catch (error) {
    throw new UsageError(lineFor(error))
  }
}

function parsePlace(text: string): { host: string; port: number } {
  const [, inBrackets, name, port = ''] = /^(?:(?:\[([\da-f:.]+)\]|([\w.-]+)):)?(\d{1,5})$/i.exec(text) ?? []
  if (port === '' || Number(port) > 65_535)
    throw new UsageError('--metrics is a port, or an address like 10.0.0.5:9464')
  return { host: inBrackets ?? name ?? '127.0.0.1', port: Number(port) }
}

/** @throws UsageError naming the part that is none */
function parseRates(text: string, usual: Rates): Rates | null {
  if (text === 'off') return null
  const rates: Record<keyof Rates, number> = { ...usual }
  for (const part of text.split(',').map((one) => one.trim())) {
    const [, word = '', number = ''] = /^([\w-]+)=(\d{1,7})$/.exec(part) ?? []
    const name = words.find(([said]) => said === word)?.[1]
    if (name === undefined || Number(number) < 1)
      throw new UsageError(
        `--limits: “${part}” is none. Write “off”, or some of “${ratesText(usual)}”, none of them 0`
      )
    rates[name] = Number(number)
  }
  return rates
}

function ratesText(rates: Rates, from?: number, to?: number): string {
  return words
    .slice(from, to)
    .map(([word, name]) => `${word}=${rates[name]}`)
    .join(',')
}
