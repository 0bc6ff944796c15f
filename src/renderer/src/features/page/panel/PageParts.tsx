import type { ContentPath } from '../../../../../common/content/paths'
import { useWritingRefusal } from '../../../documents/holds/holds'
import type { PageSurface } from '../../../engines/page/surface'
import { MetadataForm } from '../metadata/MetadataForm'
import { Outline } from '../outline/Outline'

interface PagePartsProps {
  readonly path: ContentPath
  readonly surface: PageSurface
}

/** What the panel shows of a page. */
export function PageParts({ path, surface }: PagePartsProps) {
  const refusal = useWritingRefusal(path, 'page')
  return (
    <div>
      <Outline surface={surface} readOnly={refusal !== null} />
      <MetadataForm path={path} surface={surface} of="page" refusal={refusal} />
      <MetadataForm path={path} surface={surface} of="section" refusal={refusal} />
    </div>
  )
}
