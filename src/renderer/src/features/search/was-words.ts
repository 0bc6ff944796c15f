import type { SearchHit } from '../../../../common/search/answer'
import { relativeTime } from '../../components/formats'
import { personName } from '../../components/person'

/** How what is not there any more went, when, and who took it (FI7); `''` of what is there. */
export function wasText({ was, changedAt, by }: SearchHit): string {
  if (was === undefined) return ''
  const how = was.kind === 'trash' ? 'Deleted' : was.stands ? 'Went, and stands again;' : 'Went'
  return `${how} ${relativeTime(changedAt)}, ${personName(by)}`
}
