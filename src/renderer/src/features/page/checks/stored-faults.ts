import type { Problem } from '../../../../../common/checks/problem'
import type { ContentPath } from '../../../../../common/content/paths'
import { placeAt } from '../../../documents/go-to'
import { linksNow } from '../../../documents/links/document-links'
import { faultyPlaces } from '../../../documents/links/faults'
import type { BrokenAddresses } from '../../../engines/page/links/broken-links'

interface StoredFaults {
  readonly problems: readonly Problem[]
  readonly addresses: BrokenAddresses
}

/**
 * What is known of the links and pictures of a page as it is stored: places in other pages, pictures that are not
 * there, addresses that are written otherwise there (LK10).
 * @param broken what is told of the site already
 */
export function storedFaults(path: ContentPath, text: string, broken: ReadonlySet<string>): StoredFaults {
  const read = linksNow(path)
  const found = read.status === 'ready' ? faultyPlaces(path, text, read.links) : []
  const news = found.filter(({ address, code }) => /^(?:link|media)-/.test(code) && !broken.has(address))
  return {
    problems: news.map(({ start, end, message }) => {
      const [from, to] = [placeAt(text, start), placeAt(text, end)]
      return {
        severity: 'warning',
        message,
        line: from.line,
        column: from.column,
        endLine: to.line,
        endColumn: to.column
      }
    }),
    addresses: new Map(news.map(({ address, why }) => [address, why]))
  }
}
