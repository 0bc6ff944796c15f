import { describe, expect, it } from 'vitest'
import { mayPass, mayShowSite } from '../../../src/main/desktop/request-gate'

const own = 'galley://app'

describe('requests of a window', () => {
  it('A1 lets the app’s own document reach its own origin', () => {
    expect(
      mayPass({
        url: 'galley://app/source/o/s/a.html',
        resourceType: 'xhr',
        frameOrigin: own,
        isFramed: false
      })
    ).toBe(true)
    expect(
      mayPass({
        url: 'galley://app/assets/index.js',
        resourceType: 'script',
        frameOrigin: own,
        isFramed: false
      })
    ).toBe(true)
    expect(
      mayPass({ url: 'galley://app/', resourceType: 'mainFrame', frameOrigin: 'null', isFramed: false })
    ).toBe(true)
  })

  it('A1 keeps a sandboxed document away from the service', () => {
    for (const resourceType of ['xhr', 'image', 'media', 'stylesheet', 'script', 'object', 'ping']) {
      expect(
        mayPass({ url: 'galley://app/source/o/s/a.html', resourceType, frameOrigin: 'null', isFramed: false })
      ).toBe(false)
    }
    expect(
      mayPass({
        url: 'galley://app/source/o/s/a.html',
        resourceType: 'xhr',
        frameOrigin: null,
        isFramed: false
      })
    ).toBe(false)
  })

  it('A1 E5 keeps a document in a frame away from it, also one of the app’s own origin', () => {
    for (const resourceType of ['xhr', 'image', 'media', 'stylesheet', 'script', 'object', 'ping', 'font']) {
      const request = { url: 'galley://app/source/o/s/a.html', resourceType, frameOrigin: own }
      expect(mayPass({ ...request, isFramed: true })).toBe(false)
      expect(mayPass({ ...request, isFramed: false })).toBe(true)
    }
  })

  it('A1 shows no page of the service as a window or in a frame', () => {
    expect(
      mayPass({
        url: 'galley://app/source/o/s/a.html',
        resourceType: 'mainFrame',
        frameOrigin: 'null',
        isFramed: false
      })
    ).toBe(false)
    expect(
      mayPass({
        url: 'galley://app/source/o/s/a.html',
        resourceType: 'subFrame',
        frameOrigin: own,
        isFramed: false
      })
    ).toBe(false)
    expect(
      mayPass({ url: 'galley://app/', resourceType: 'subFrame', frameOrigin: own, isFramed: false })
    ).toBe(false)
  })

  it('N2 lets nothing out to the network or to the disk', () => {
    const addresses = [
      'https://example.com/',
      'http://127.0.0.1:80/',
      'ws://x/',
      'file:///etc/passwd',
      'ftp://x/',
      'galley://other/',
      'nonsense'
    ]
    for (const url of addresses) {
      expect(mayPass({ url, resourceType: 'xhr', frameOrigin: own, isFramed: false }), url).toBe(false)
      expect(mayPass({ url, resourceType: 'mainFrame', frameOrigin: own, isFramed: false }), url).toBe(false)
    }
  })

  it('N2 lets pages use data that they hold themselves', () => {
    expect(
      mayPass({
        url: 'data:image/png;base64,AA',
        resourceType: 'image',
        frameOrigin: 'null',
        isFramed: false
      })
    ).toBe(true)
    expect(
      mayPass({ url: 'blob:galley://app/1', resourceType: 'subFrame', frameOrigin: own, isFramed: false })
    ).toBe(true)
  })

  it('E5 no window and no frame becomes a page of data, or one that a frame made', () => {
    const pages = [
      ['data:text/html,x', 'mainFrame'],
      ['data:text/html,x', 'subFrame'],
      ['blob:galley://app/1', 'mainFrame'],
      ['blob:null/1', 'subFrame'],
      ['blob:https://x.example/1', 'subFrame'],
      ['about:blank', 'mainFrame']
    ] as const
    for (const [url, resourceType] of pages)
      expect(
        mayPass({ url, resourceType, frameOrigin: own, isFramed: false }),
        `${url} as ${resourceType}`
      ).toBe(false)
  })

  it('E23 a site with its own code asks its own origin, never the app’s; nobody else asks it, and no other page leads there', () => {
    const one = 'galley-site://s1'
    const asks = (url: string, frameOrigin: string | null, resourceType = 'xhr') =>
      mayPass({ url, resourceType, frameOrigin, isFramed: false })
    expect(asks(`${one}/scripts/a.js`, one)).toBe(true)
    for (const other of ['galley-site://s2', own, 'null', null])
      expect(asks(`${one}/scripts/a.js`, other)).toBe(false)
    expect(asks('galley://app/list/o/s', one)).toBe(false)
    expect(asks('https://example.com/', one)).toBe(false)
    expect(asks(`${one}/`, own, 'mainFrame')).toBe(false)
    expect(mayShowSite(`${one}/`, own)).toBe(true)
    expect(mayShowSite(`${one}/a`, one)).toBe(true)
    for (const other of ['galley-site://s2', 'null', null]) expect(mayShowSite(`${one}/`, other)).toBe(false)
    expect(mayShowSite('https://example.com/', one)).toBe(false)
  })
})
