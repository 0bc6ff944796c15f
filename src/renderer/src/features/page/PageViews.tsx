import { SegmentedControl } from '@mantine/core'
import type { PageView } from '../../workbench/editor-settings'
import { words } from './words'

interface PageViewsProps {
  readonly view: PageView
  readonly onChoose: (view: PageView) => void
}

/** Switches between a page and its source. */
export function PageViews({ view, onChoose }: PageViewsProps) {
  return (
    <SegmentedControl
      size="xs"
      aria-label={words.view}
      value={view}
      onChange={(next) => onChoose(next === 'source' ? 'source' : 'page')}
      data={[
        { value: 'page', label: words.page },
        { value: 'source', label: words.source }
      ]}
    />
  )
}
