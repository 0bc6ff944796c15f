/** One request that no client should send, as it stands on the wire. */
export interface BadRequest {
  readonly title: string
  readonly method: string
  readonly target: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

const escapes = [
  '/../../etc/passwd',
  '/..%2f..%2fetc%2fpasswd',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/.%2e/secret.html',
  '/%2e./secret.html',
  '/a/b/../../../c.html',
  '/a/b/./c.html',
  '/a/b/%2e/c.html',
  '/a/b/..',
  '/a/b/%00.html',
  '/a/b/c%00.html',
  '/a/b/%01.html',
  '/a/b/%7f.html',
  '/a/b/%c2%85.html',
  '/a/b/%0d%0aX-Evil:%201.html',
  '/a/b/%5c..%5c..%5cc.html',
  '/a\\b\\c.html',
  '/a/b/..\\..\\c.html',
  '/a//b/c.html',
  '//a/b/c.html',
  '/a/b//c.html',
  '/a/b/c.html//',
  '/a/b/%',
  '/a/b/%2',
  '/a/b/%zz.html',
  '/a/b/%ff.html',
  '/a/b/%c0%ae%c0%ae/c.html',
  '/a/b/%ed%a0%80.html',
  `/a/b/${'x'.repeat(300)}.html`,
  `/a/b/${'%e2%82%ac'.repeat(90)}.html`,
  `/${Array.from({ length: 1100 }, () => 'a').join('/')}/c.html`,
  '/.config/a.json',
  '/.galley/workspace.json',
  '/.config%2fa.json'
]

const pathRequests: BadRequest[] = escapes.flatMap((path) =>
  (
    [
      ['GET', 'source'],
      ['PUT', 'source'],
      ['DELETE', 'source'],
      ['GET', 'list'],
      ['POST', 'versionsource'],
      ['GET', 'versionlist'],
      ['POST', 'config'],
      ['POST', 'move']
    ] as const
  ).map(([method, prefix]) => ({
    title: `${method} /${prefix} ${path.slice(0, 40)}`,
    method,
    target: `/${prefix}${path}`,
    ...(method === 'PUT' ? { headers: { 'Content-Type': 'text/html' }, body: 'evil' } : {}),
    ...(method === 'POST' && prefix === 'config' ? formOf('config', '{}') : {}),
    ...(method === 'POST' && prefix === 'move' ? formOf('destination', '/a/b/moved.html') : {})
  }))
)

const file = '/source/a/b/kept.html'

const forms: BadRequest[] = [
  ['no boundary', 'multipart/form-data', '--x\r\n\r\n--x--'],
  ['empty boundary', 'multipart/form-data; boundary=', '--\r\n\r\n----'],
  ['another boundary', 'multipart/form-data; boundary=y', formText('x', 'data', 'evil')],
  ['no end', 'multipart/form-data; boundary=x', formText('x', 'data', 'evil').slice(0, -8)],
  ['cut in the head', 'multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-da'],
  [
    'no name',
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data\r\n\r\nevil\r\n--x--\r\n'
  ],
  [
    'no disposition',
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Type: text/html\r\n\r\nevil\r\n--x--\r\n'
  ],
  ['another field', 'multipart/form-data; boundary=x', formText('x', 'dat', 'evil')],
  [
    'the field twice',
    'multipart/form-data; boundary=x',
    formText('x', 'data', 'a').replace('--x--\r\n', '') + formText('x', 'data', 'b')
  ],
  [
    'a coded field',
    'multipart/form-data; boundary=x',
    formText('x', 'data', 'ZXZpbA==', 'Content-Transfer-Encoding: base64\r\n')
  ],
  [
    'a bad guid',
    'multipart/form-data; boundary=x',
    formText('x', 'guid', '../../x').replace('--x--\r\n', '') + formText('x', 'data', 'b')
  ],
  [
    'a bad guid after data',
    'multipart/form-data; boundary=x',
    formText('x', 'data', 'b').replace('--x--\r\n', '') + formText('x', 'guid', '1')
  ],
  [
    'a thousand fields',
    'multipart/form-data; boundary=x',
    Array.from({ length: 1000 }, (_, n) => formText('x', `f${n}`, 'v').replace('--x--\r\n', '')).join('') +
      '--x--\r\n'
  ],
  [
    'a long head',
    'multipart/form-data; boundary=x',
    `--x\r\nContent-Disposition: form-data; name="${'n'.repeat(100_000)}"\r\n\r\nv\r\n--x--\r\n`
  ],
  ['nothing', 'multipart/form-data; boundary=x', ''],
  ['only the end', 'multipart/form-data; boundary=x', '--x--\r\n'],
  ['urlencoded', 'application/x-www-form-urlencoded', 'data=evil'],
  ['nothing at all', '', '']
].flatMap(([title = '', type = '', body = '']) =>
  ['PUT', 'POST'].map((method) => ({
    title: `${method} form with ${title}`,
    method,
    target: file,
    headers: type === '' ? {} : { 'Content-Type': type },
    body
  }))
)

const headerTricks: BadRequest[] = [
  ['If-Match', 'kept'],
  ['If-Match', '"a'],
  ['If-Match', ''],
  ['If-None-Match', '*, "a"'],
  ['If-None-Match', `"${'a'.repeat(6000)}`],
  ['If-Unmodified-Since', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  ['Content-Encoding', 'gzip'],
  ['Content-Encoding', 'gzip, identity'],
  ['Content-Range', 'bytes 0-3/10'],
  ['X-Galley-Session', 'a b'],
  ['X-Galley-Session', 'x'.repeat(101)],
  ['X-Galley-Session', '\u00e9'],
  ['If-None-Match', '*']
].flatMap(([name = '', value = '']) =>
  ['PUT', 'POST'].map((method) => ({
    title: `${method} with ${name}: ${value.slice(0, 20)}`,
    method,
    target: file,
    headers: { 'Content-Type': 'text/html', [name]: value },
    body: 'evil'
  }))
)

const labels: BadRequest[] = [
  'nonsense',
  '[]',
  '"x"',
  'null',
  '1',
  '{"label":1}',
  '{"label":null}',
  '{"label":""}',
  '{"label":[]}',
  '{"label":"a\\u0000b"}',
  '{"label":"a\\nb"}',
  `{"label":"${'x'.repeat(201)}"}`,
  `{"label":"${'x'.repeat(100_000)}"}`,
  '{"label"',
  '\ufeff{}x',
  '{"label":"x"}}'
].map((body) => ({
  title: `label ${body.slice(0, 20)}`,
  method: 'POST',
  target: '/versionsource/a/b/kept.html',
  headers: { 'Content-Type': 'application/json' },
  body
}))

const destinations: BadRequest[] = [
  '',
  '/',
  'a',
  '/a/b/../../../x.html',
  '/other/b/c.html',
  '/a/b/kept.html',
  '/a/b/kept.html/below.html',
  '/a/b/no-extension',
  '/.config/a.json',
  '/a/b/\u0000.html',
  '/a\\b\\c.html',
  'C:\\windows\\x.html',
  'file:///etc/passwd',
  `/a/b/${'y'.repeat(400)}.html`,
  '//a/b/c.html'
].flatMap((destination) =>
  ['move', 'copy'].map((name) => ({
    title: `${name} to ${destination.slice(0, 20)}`,
    method: 'POST',
    target: `/${name}/a/b/kept.html`,
    ...formOf('destination', destination)
  }))
)

const others: BadRequest[] = [
  {
    title: 'copy to KEPT.html',
    method: 'POST',
    target: '/copy/a/b/kept.html',
    ...formOf('destination', '/a/b/KEPT.html')
  },
  ...['PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'LOCK'].flatMap((method) =>
    [file, '/list/a', '/config/a', '/events', '/app/workspace'].map((target) => ({
      title: `${method} ${target}`,
      method,
      target
    }))
  ),
  ...['0', '-1', '1.5', '1e3', 'x', '1000000', '', '%00'].map((limit) => ({
    title: `limit ${limit}`,
    method: 'GET',
    target: `/list/a?limit=${limit}`
  })),
  ...['x', '!!!', 'YQ', '=', ' '].map((token) => ({
    title: `continuation ${token}`,
    method: 'GET',
    target: '/list/a/nothing',
    headers: { 'X-Galley-Continuation': token }
  })),
  ...['/', '/x', '/a/b/c', `/a/${'0'.repeat(36)}/x.html`, '/a/../b/c.html'].map((tail) => ({
    title: `version ${tail}`,
    method: 'GET',
    target: `/versionsource${tail}`
  })),
  ...[
    '/trash/a/b/c/restore',
    '/trash/a/b/c',
    '/trash/a/b/x/restore',
    '/app',
    '/app/nothing',
    '/sourcecode',
    '/SOURCE/a/b/kept.html'
  ].map((target) => ({
    title: `POST ${target}`,
    method: 'POST',
    target
  })),
  ...['{"__proto__":{"x":1}}', '[[[', '{"a":'.repeat(2000), `[${'['.repeat(50_000)}`].map((text) => ({
    title: `config ${text.slice(0, 20)}`,
    method: 'POST',
    target: '/config/a',
    ...formOf('config', text)
  }))
]

/** More than three hundred. Each is refused, none changes anything. */
export const badRequests: readonly BadRequest[] = [
  ...pathRequests,
  ...forms,
  ...headerTricks,
  ...labels,
  ...destinations,
  ...others
]

function formOf(name: string, value: string): Pick<BadRequest, 'headers' | 'body'> {
  return { headers: { 'Content-Type': 'multipart/form-data; boundary=x' }, body: formText('x', name, value) }
}

function formText(boundary: string, name: string, value: string, extra = ''): string {
  return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n${extra}\r\n${value}\r\n--${boundary}--\r\n`
}
