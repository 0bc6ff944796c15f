import type { ContentPath } from '../../../../../common/content/paths'
import { useRights } from '../../../documents/rights/rights'
import type { PageSurface } from '../../../engines/page/surface'
import { MetadataForm } from '../metadata/MetadataForm'
import { Outline } from '../outline/Outline'

interface PagePartsProps {
  readonly path: ContentPath
  readonly surface: PageSurface
}

/** What the panel shows of a page. */
export function PageParts({ path, surface }: PagePartsProps) {
  const readOnly = useRights(path)?.mayWrite === false
  return (
    <div>
      <Outline surface={surface} readOnly={readOnly} />
      <MetadataForm path={path} surface={surface} of="page" readOnly={readOnly} />
      <MetadataForm path={path} surface={surface} of="section" readOnly={readOnly} />
    </div>
  )
}
