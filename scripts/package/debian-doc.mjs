import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../project.mjs'
import { filled } from './fill.mjs'

/**
 * The file `copyright` of a Debian package of ours.
 * @param comment where the notices of its parts are; further lines begin with a space
 */
export function debianCopyright(comment) {
  const [, , ...rest] = readFileSync(join(root, 'LICENSE'), 'utf8').trim().split('\n')
  const licence = rest
    .slice(2)
    .map((line) => (line.trim() === '' ? ' .' : ` ${line}`))
    .join('\n')
  return filled('linux/copyright', { COMMENT: comment, LICENCE: licence })
}

/** Its changelog, which leads to the one for people. */
export const debianChangelog = (name, version, who, epoch) =>
  `${name} (${version}) stable; urgency=medium\n\n  * What changed is told in NEWS.gz.\n\n -- ${who}  ${new Date(epoch * 1000).toUTCString().replace('GMT', '+0000')}\n`
