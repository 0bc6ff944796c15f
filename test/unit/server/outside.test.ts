import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { nobodyTrusted, parseOutside, parseProxies, withoutBasePath } from '../../../src/main/server/outside'
import { addressOf, requestIdOf } from '../../../src/main/server/who-asks'

/** A request as it comes from a connection. */
function from(remoteAddress: string, headers: Readonly<Record<string, string>>): IncomingMessage {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress })
  const incoming = new IncomingMessage(socket)
  Object.assign(incoming.headers, headers)
  return incoming
}

describe('what a service is called outside', () => {
  it.each([
    ['https://galley.example.com', 'https://galley.example.com', ''],
    ['https://galley.example.com/', 'https://galley.example.com', ''],
    ['https://example.com:8443/team/galley/', 'https://example.com:8443/team/galley', '/team/galley'],
    ['http://EXAMPLE.com/g', 'http://example.com/g', '/g']
  ])('OP5 %s', (text, base, basePath) => {
    expect(parseOutside(text)).toMatchObject({ base, basePath })
  })

  it.each([
    'galley.example.com',
    'ftp://example.com',
    'https://user:secret@example.com',
    'https://example.com/?a=b',
    'https://example.com/#x',
    'https://example.com/source',
    'https://example.com/healthz/x',
    'https://example.com/a b',
    'https://example.com/a%2fb',
    'https://example.com/a//b',
    ''
  ])('OP5 “%s” is refused with a sentence', (text) => {
    expect(() => parseOutside(text)).toThrow(/^--origin /)
  })

  it('OP5 the base path is taken away where it is one, and nowhere else', () => {
    expect(withoutBasePath('/g/source/a', '/g')).toBe('/source/a')
    expect(withoutBasePath('/g/', '/g')).toBe('/')
    expect(withoutBasePath('/g?x=1', '/g')).toBeNull()
    expect(withoutBasePath('/g', '/g')).toBeNull()
    expect(withoutBasePath('/gg/source', '/g')).toBe('/gg/source')
    expect(withoutBasePath('/source/a', '/g')).toBe('/source/a')
    expect(withoutBasePath('/source/a', '')).toBe('/source/a')
  })
})

describe('who asks', () => {
  const isTrusted = parseProxies('127.0.0.1, 10.0.0.0/8, fd00::/8')

  it.each(['', 'localhost', '10.0.0.0/33', '10.0.0.0/8/1', '1.2.3', '10.0.0.1,', '10.0.0.1/-1'])(
    'OP5 “%s” names no proxies',
    (text) => expect(() => parseProxies(text)).toThrow(/--trusted-proxies/)
  )

  it.each([
    ['a stranger is who it is', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['a proxy tells who asked it', '127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['the last one that is no proxy', '127.0.0.1', '1.1.1.1, 198.51.100.1, 10.1.2.3', '198.51.100.1'],
    ['what a caller put in front does not count', '::ffff:10.0.0.7', '6.6.6.6, 198.51.100.1', '198.51.100.1'],
    ['nonsense ends the search', '10.0.0.7', '198.51.100.1, unknown', '10.0.0.7'],
    ['with a port', '10.0.0.7', '198.51.100.1:4711', '198.51.100.1'],
    ['in brackets', 'fd00::1', '[2001:db8::7]:4711', '2001:db8::7'],
    ['nothing told', '10.0.0.7', '', '10.0.0.7']
  ])('OP5 %s', (_, remote, told, expected) => {
    expect(addressOf(from(remote, { 'x-forwarded-for': told }), isTrusted)).toBe(expected)
    expect(addressOf(from(remote, { 'x-forwarded-for': told }), nobodyTrusted)).toBe(
      remote.replace('::ffff:', '')
    )
  })

  it('OP3 a request has the id that a trusted proxy gives it, and else a new one', () => {
    const told = { 'x-request-id': 'abc-1' }
    expect(requestIdOf(from('10.0.0.7', told), isTrusted)).toBe('abc-1')
    expect(requestIdOf(from('203.0.113.9', told), isTrusted)).toMatch(/^[0-9a-f-]{36}$/)
    for (const bad of ['a b', 'x'.repeat(129), 'a\u0007'])
      expect(requestIdOf(from('10.0.0.7', { 'x-request-id': bad }), isTrusted)).toMatch(/^[0-9a-f-]{36}$/)
  })
})
