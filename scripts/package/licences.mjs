import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What may be in the app, as SPDX names it (PK4). Another one is looked at by a person first. */
export const allowedLicences = [
  'MIT',
  'Apache-2.0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'OFL-1.1',
  '(MPL-2.0 OR Apache-2.0)'
]

/** Texts of others that a package carries beside its own. */
const furtherTexts = {
  'monaco-editor': ['ThirdPartyNotices.txt'],
  'pdfjs-dist': [
    'wasm/LICENSE_JBIG2',
    'wasm/LICENSE_OPENJPEG',
    'wasm/LICENSE_PDFJS_JBIG2',
    'wasm/LICENSE_PDFJS_OPENJPEG'
  ]
}

/** @returns the name that a package gives its licence; `unknown` when it gives none */
export function licenceOf({ license, licenses }) {
  if (typeof license === 'string') return license
  if (typeof license?.type === 'string') return license.type
  if (Array.isArray(licenses) && licenses.every(({ type }) => typeof type === 'string'))
    return licenses.length === 1 ? licenses[0].type : `(${licenses.map(({ type }) => type).join(' OR ')})`
  return 'unknown'
}

/**
 * The texts of a package's licence, as they lie in its folder. Where there is none, who wrote it and the usual text, or else its name: too
 * short for the test of the notices, so that a person looks at it.
 */
export function licenceTexts(folder, manifest) {
  const names = textsIn(folder)
  const texts = [...names, ...(furtherTexts[manifest.name] ?? [])].map((name) =>
    readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim()
  )
  return names.length > 0 ? texts : [familyText(folder, manifest) ?? usualText(manifest), ...texts]
}

const textsIn = (folder) =>
  readdirSync(folder)
    .filter((name) => /^(licen[sc]e|copying|notice)/i.test(name))
    .sort()

/** Of packages that are written together, some have the text for all: the same licence, in the same scope and of the same author. */
function familyText(folder, manifest) {
  if (!manifest.name.startsWith('@')) return null
  const told = ({ license, author, repository }) =>
    JSON.stringify([licenceOf({ license }), author, repository?.url])
  for (const name of readdirSync(join(folder, '..')).sort()) {
    const other = join(folder, '..', name)
    const [text] = textsIn(other)
    if (text === undefined) continue
    if (told(JSON.parse(readFileSync(join(other, 'package.json'), 'utf8'))) !== told(manifest)) continue
    return readFileSync(join(other, text), 'utf8').replaceAll('\r\n', '\n').trim()
  }
  return null
}

function usualText(manifest) {
  const text = usualTexts[licenceOf(manifest)]
  if (text === undefined)
    throw new Error(`${manifest.name} has no text of its licence, ${licenceOf(manifest)}`)
  return `Copyright (c) ${authorOf(manifest)}\n\n${text}`
}

function authorOf({ author, name }) {
  const text = typeof author === 'string' ? author : author?.name
  return text?.replace(/\s*[<(].*$/, '') || `the authors of ${name}`
}

const asIs = (who) =>
  `THE SOFTWARE IS PROVIDED "AS IS"${who} WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`

const usualTexts = {
  MIT: `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

${asIs(',')}`,
  ISC: `Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted, provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.`
}
