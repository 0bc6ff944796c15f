import { contentPath, type ContentPath } from '../../common/content/paths'
import type { Known } from '../http/asked'
import type { Candidate } from './engine/types'
import { configAt } from './marks'

/** Whether the caller may read what lies at a path of the index: judged by its path now (P6, P7). */
async function mayRead({ access }: Pick<Known, 'access'>, path: string): Promise<boolean> {
  if (access.unrestricted) return true
  const config = configAt(path)
  if (config === null) return (await access.at(contentPath(path))).may('read', contentPath(path))
  const of = contentPath(config)
  return (await access.at(of)).configActions(of).includes('read')
}

/** Of what may be hits, those that the caller may read; `most` of them are enough. */
export async function readable(
  asked: Pick<Known, 'access'>,
  found: readonly Candidate[],
  most: number
): Promise<Candidate[]> {
  const kept: Candidate[] = []
  for (const one of found) {
    if (kept.length >= most) break
    if (await mayRead(asked, one[1])) kept.push(one)
  }
  return kept
}

/** The path by which a caller knows what lies at one of the index. */
export const shownPath = (path: string): ContentPath => contentPath(configAt(path) ?? path)
