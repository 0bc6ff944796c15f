import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../project.mjs'
import { noticesFile } from './parts.mjs'

/**
 * @param beside where the licences are of what is no part of the bundles, one sentence
 * @returns what the window shows under Help, Licences, as one file of text (PK4)
 */
export function noticesText(beside) {
  const { parts, texts } = JSON.parse(readFileSync(join(root, 'out', noticesFile), 'utf8'))
  const chapter = ({ name, version, licence, texts: own }) =>
    `## ${name} ${version}\n\n${licence}\n\n${own.map((at) => quoted(texts[at])).join('\n\n')}\n`
  return ['# What Galley is made with\n', `${beside}\n`, ...parts.map(chapter)].join('\n')
}

const quoted = (text) =>
  text
    .split('\n')
    .map((line) => (line === '' ? '' : `    ${line}`))
    .join('\n')
