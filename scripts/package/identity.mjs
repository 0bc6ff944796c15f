import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Problem, root } from '../project.mjs'

const nobody = 'The Galley authors <authors@galley.invalid>'

/** Who answers for a package: `GALLEY_MAINTAINER`, as `Name <address>`. A release needs one (PK3). */
export function maintainer(isRelease) {
  const named = process.env.GALLEY_MAINTAINER
  if (named === undefined && isRelease)
    throw new Problem('a release names who answers for it: GALLEY_MAINTAINER="Name <address>".')
  if (named !== undefined && !/^[^<>\n]+ <[^<>\s@]+@[^<>\s@]+>$/.test(named))
    throw new Problem(`GALLEY_MAINTAINER is no "Name <address>": ${named}`)
  return named ?? nobody
}

/** The app's version, from package.json. */
export const appVersion = () => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version

/** The end of the name of what is made with a runtime that is not for releases. */
export const markOf = ({ testOnly }) => (testOnly ? '-TEST-ONLY' : '')
