import { contentPath, isWithin, parentOf, type ContentPath } from '../../../src/common/content/paths'
import type { HostNames } from '../../../src/common/links/address'
import { hostName } from '../../../src/common/links/address'
import type { Move } from '../../../src/common/links/moved'
import { siteFolder, webPathOf } from '../../../src/common/publishing/addresses'

/** Random numbers that are the same for a seed. */
export function randomOf(seed: number) {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (most: number) => Math.floor(next() * most)
  return {
    below,
    chance: (share: number) => next() < share,
    one<T>(list: readonly T[]): T {
      const found = list[below(list.length)]
      if (found === undefined) throw new Error('Nothing to choose from.')
      return found
    }
  }
}

export type Random = ReturnType<typeof randomOf>

export interface RandomSite {
  readonly files: ReadonlyMap<ContentPath, string>
  readonly hosts: HostNames
  readonly moves: readonly Move[]
}

const SITES = ['/org/one', '/org/two', '/org/none'].map(contentPath)
export const HOSTS: HostNames = {
  sites: new Map([
    ['www.one.test', contentPath('/org/one')],
    ['two.test:8443', contentPath('/org/two')],
    [hostName('bücher.test'), contentPath('/org/two')]
  ]),
  own: new Set(['127.0.0.1:4502'])
}
const NAMES = [
  'a',
  'b',
  'docs',
  'index',
  'Summer',
  'été',
  'a b',
  "it's",
  'v1.2',
  'x,y',
  'c+d',
  '100%',
  'q?',
  'h#',
  'p&p',
  '(z)',
  '日本',
  'e\u0301te\u0301',
  'k;l',
  'm:n',
  'a.html'
]
const FOLDERS = ['docs', 'a', 'über', 'x y', 'index', 'R&D']

/** Three sites of an organization, one without host, with odd names, links in every container, and moves. */
export function randomSite(random: Random): RandomSite {
  const paths = new Set<ContentPath>()
  const spelled = new Set<string>()
  const add = (text: string) => {
    const path = contentPath(text)
    const key = path.toLowerCase()
    // a file and a folder cannot have one name
    if (spelled.has(key) || [...paths].some((one) => isWithin(one, path) || isWithin(path, one))) return
    spelled.add(key)
    paths.add(path)
  }
  for (const site of SITES) {
    for (let count = 3 + random.below(5); count > 0; count -= 1) {
      const folder =
        '/'.repeat(1) + Array.from({ length: random.below(3) }, () => `${random.one(FOLDERS)}/`).join('')
      const ext = random.chance(0.75) ? 'html' : random.one(['json', 'png', 'pdf'])
      add(`${site}${folder}${random.one(NAMES)}.${ext}`)
    }
    if (random.chance(0.6)) add(`${site}/index.html`)
    if (random.chance(0.5)) add(`${site}/redirects.json`)
  }
  const files = new Map<ContentPath, string>()
  for (const path of paths) files.set(path, contentOf(path, [...paths], random))
  return { files, hosts: HOSTS, moves: randomMoves([...paths], random) }
}

function contentOf(path: ContentPath, paths: readonly ContentPath[], random: Random): string {
  if (path.endsWith('/redirects.json')) return redirects(path, paths, random)
  if (path.endsWith('.json')) return data(path, paths, random)
  if (!path.endsWith('.html')) return `bytes of ${path}`
  return page(path, paths, random)
}

function redirects(path: ContentPath, paths: readonly ContentPath[], random: Random): string {
  const site = siteFolder(path)
  const own = paths.filter((one) => siteFolder(one) === site)
  const rows = Array.from({ length: 1 + random.below(4) }, (_, at) => {
    const source = random.chance(0.5)
      ? `/old-${at}`
      : decodeURIComponent(
          addressOf(random.one(own), random, 'plain')
            .replace(/[?#].*$/s, '')
            .replace(/%(?![0-9a-f]{2})/gi, '%25')
        )
    const target = random.chance(0.15)
      ? `/old-${random.below(4)}`
      : addressOf(random.one(own), random, 'root')
    return { Source: source, Destination: target }
  })
  return JSON.stringify(
    { ':type': 'sheet', ':sheetname': 'data', total: rows.length, data: rows },
    null,
    random.below(2)
  )
}

function data(path: ContentPath, paths: readonly ContentPath[], random: Random): string {
  const value = {
    list: Array.from({ length: 1 + random.below(3) }, () =>
      addressOf(random.one(paths), random, 'whole', path)
    ),
    $ref: addressOf(random.one(paths), random, 'root', path),
    text: `see ${addressOf(random.one(paths), random, 'root', path)} for more`,
    of: {
      [addressOf(random.one(paths), random, 'root', path)]: addressOf(random.one(paths), random, 'root', path)
    }
  }
  const written = JSON.stringify(value, null, random.below(3))
  return random.chance(0.3) ? written.replaceAll('/', '\\/') : written
}

function page(path: ContentPath, paths: readonly ContentPath[], random: Random): string {
  const parts = Array.from({ length: 2 + random.below(7) }, () => container(path, paths, random))
  return `<body><header></header><main><div>${parts.join(random.one(['', '\n', '\r\n  ']))}</div></main><footer></footer></body>${random.one(['', '\n'])}`
}

/** Twelve ways in which an address stands in a page. */
function container(path: ContentPath, paths: readonly ContentPath[], random: Random): string {
  const any = () => addressOf(random.one(paths), random, 'any', path)
  const whole = () => addressOf(random.one(paths), random, 'whole', path)
  const html = (text: string) =>
    (random.chance(0.5) ? text.replace(/&/g, '&amp;') : text).replace(/"/g, '&quot;')
  const odd = (text: string) =>
    html(text).replace(/[aeo/]/g, (sign) =>
      random.chance(0.1)
        ? `&#${random.chance(0.5) ? `x${sign.charCodeAt(0).toString(16)}` : sign.charCodeAt(0)};`
        : sign
    )
  switch (random.below(12)) {
    case 0:
      return `<p>See <a href="${html(any())}">this</a>.</p>`
    case 1:
      return `<p><a class=x href='${html(any()).replace(/'/g, '&#39;')}' >this</a></p>`
    case 2:
      return `<p><A HREF=${any()
        .replace(/[\s"'`=<>&]/g, encodeURIComponent)
        .replace(/'/g, '%27')}>this</A></p>`
    case 3:
      return `<picture><source srcset="${srcset(any(), random)}, ${srcset(any(), random)} 2x"><img src="${odd(any())}" alt=""></picture>`
    case 4:
      return `<div style="background:url(${inUrl(any())}) no-repeat"></div>`
    case 5:
      return `<style>p{background:url("${any()
        .replace(/["\\\n]/g, encodeURIComponent)
        .replace(/</g, '%3C')}")}@import '${inUrl(any())}';</style>`
    case 6:
      return `<div><div>${odd(whole()).replace(/</g, '&lt;')}</div><div>text /a/b</div></div>`
    case 7: {
      const address = html(whole()).replace(/</g, '&lt;')
      return `<p><a href="${address}">${address}</a></p>`
    }
    case 8:
      return `<div data-target="${html(whole())}" data-count="5"></div>`
    case 9:
      return `<form action="${html(any())}"><button formaction="${html(any())}">Go</button></form>`
    case 10:
      return `<blockquote cite="  ${html(any())} ">words</blockquote><video poster="${html(any())}" src="${html(any())}"></video>`
    default:
      return `<meta http-equiv="refresh" content="5; url=${html(any())}"><p>${random.one(['<b>', '', '<i>'])}x</p>`
  }
}

const srcset = (address: string, random: Random) =>
  address
    .replace(/\s/g, encodeURIComponent)
    .replace(/,$/, '%2C')
    .replace(/^,/, '%2C')
    .replace(/"/g, '&quot;') + random.one(['', ' 2x'])
const inUrl = (address: string) =>
  address
    .replace(/[\s"'()\\<>;]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)
    .replace(/&/g, '&amp;')

/** An address that may lead to a file, in one of the forms in which people write them. */
function addressOf(
  target: ContentPath,
  random: Random,
  form: 'any' | 'whole' | 'root' | 'plain',
  page?: ContentPath
): string {
  const site = siteFolder(target)
  const web = webPathOf(target)
  const whole = target.slice(site.length)
  const variants = [web, web, whole, web.replace(/\/$/, '') || '/', whole.replace(/\.html$/, '')]
  if (random.chance(0.08))
    variants.push(`${web}/`, `${parentOf(target).slice(site.length)}/`, `${web}x`, web.toLowerCase())
  const path = random.one(variants) || '/'
  const spelled = random.one([encodeURI, strict, strict, raw, lower, (text: string) => lower(strict(text))])(
    path
  )
  const safe = spelled.replace(/[?#]/g, encodeURIComponent)
  const rest = form === 'plain' ? '' : random.one(['', '', '', '#part', '?a=1&b=2', '?x#é y', '#'])
  if (form === 'plain' || form === 'root') return safe + rest
  const host = random.one(
    site === SITES[0]
      ? [
          'https://www.one.test',
          'HTTP://WWW.one.test:80',
          '//www.one.test',
          `http://127.0.0.1:4502/sites/live${site}`
        ]
      : site === SITES[1]
        ? ['https://two.test:8443', '//bücher.test', `http://127.0.0.1:4502/sites/preview${site}`]
        : [`http://127.0.0.1:4502/sites/live${site}`]
  )
  const isSame = page !== undefined && siteFolder(page) === site
  if (random.chance(0.03))
    return random.one(['mailto:a@b.test', 'https://elsewhere.test/a', '#part', 'tel:1', '?q'])
  if (!isSame) return host + safe + rest
  if (form === 'whole') return random.chance(0.3) ? host + safe + rest : safe + rest
  const kind = random.below(4)
  if (kind === 0) return host + safe + rest
  if (kind === 1) return safe + rest
  const from = webPathOf(page).split('/').slice(1, -1)
  const up = '../'.repeat(from.length)
  const common = random.chance(0.5) ? sharedWith(webPathOf(page), path) : 0
  const to = safe.split('/').slice(1)
  const relative =
    common > 0 ? '../'.repeat(from.length - common) + to.slice(common).join('/') : up + to.join('/')
  const guarded = relative === '' || /^[^/]*:|^\//.test(relative) ? `./${relative}` : relative
  return (random.chance(0.3) && !guarded.startsWith('.') ? './' : '') + guarded + rest
}

function sharedWith(page: string, path: string): number {
  const [from, to] = [page.split('/').slice(1, -1), path.split('/').slice(1, -1)]
  let same = 0
  while (same < from.length && same < to.length && from[same] === to[same]) same += 1
  return same
}

const strict = (path: string) => path.split('/').map(encodeURIComponent).join('/')
const raw = (path: string) => path.replace(/%/g, '%25').replace(/"/g, '%22').replace(/ /g, '%20')
const lower = (path: string) => encodeURI(path).replace(/%[0-9A-F]{2}/g, (one) => one.toLowerCase())

function randomMoves(paths: readonly ContentPath[], random: Random): Move[] {
  const moves: Move[] = []
  const folders = [...new Set(paths.map(parentOf))].filter((one) => one.split('/').length > 3)
  const isFree = (path: ContentPath) =>
    paths.every(
      (one) => one.toLowerCase() !== path.toLowerCase() && !isWithin(one, path) && !isWithin(path, one)
    ) &&
    moves.every(
      ({ from, to }) =>
        !isWithin(path, to) && !isWithin(to, path) && !isWithin(path, from) && !isWithin(from, path)
    )
  for (let left = 1 + random.below(3); left > 0; left -= 1) {
    const isFolder = folders.length > 0 && random.chance(0.3)
    const from = isFolder ? random.one(folders) : random.one(paths)
    if (moves.some((one) => isWithin(from, one.from) || isWithin(one.from, from))) continue
    const ext = isFolder ? '' : from.slice(from.lastIndexOf('.'))
    const site = random.chance(0.85) ? siteFolder(from) : random.one(SITES)
    const folder = random.chance(0.5)
      ? parentOf(from).slice(siteFolder(from).length)
      : random.chance(0.5)
        ? ''
        : `/${random.one(FOLDERS)}`
    // a page beside a folder takes the address of the folder's index page
    const index = paths.find((path) => path.endsWith('/index.html') && parentOf(path) !== siteFolder(path))
    const takes =
      ext === '.html' && index !== undefined && random.chance(0.3) ? `${parentOf(index)}.html` : null
    const to = contentPath(takes ?? `${site}${folder}/${random.one([...NAMES, 'new', 'neu é'])}${ext}`)
    if (!isWithin(to, from) && isFree(to)) moves.push({ from, to })
  }
  return moves
}
