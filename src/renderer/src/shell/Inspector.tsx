import { Tabs } from '@mantine/core'
import type { ContentPath } from '../../../common/content/paths'
import { HistoryPanel } from '../features/history'
import { PreviewPanel } from '../features/preview'
import { ProblemsPanel, useProblemCount } from '../features/problems'
import classes from './Inspector.module.css'
import { showPanelOf } from '../workbench/panels'
import { updateWorkbench, useWorkbench, type InspectorPanel } from '../workbench/workbench'

const panels: readonly InspectorPanel[] = ['history', 'preview', 'problems']

/** What is known about the document in the middle: its history, how it looks, what is wrong with it. */
export function Inspector({ path }: { readonly path: ContentPath | null }) {
  const panel = useWorkbench((state) => state.inspector)
  const problems = useProblemCount(path)
  return (
    <Tabs
      value={panel}
      onChange={(chosen) => choose(panels.find((name) => name === chosen) ?? 'history')}
      keepMounted={false}
      variant="none"
      classNames={{
        root: classes.root ?? '',
        list: classes.list ?? '',
        tab: classes.tab ?? '',
        panel: classes.panel ?? ''
      }}
    >
      <Tabs.List aria-label="Inspector">
        <Tabs.Tab value="history">History</Tabs.Tab>
        <Tabs.Tab value="preview">Preview</Tabs.Tab>
        <Tabs.Tab
          value="problems"
          rightSection={problems > 0 ? <b className={classes.count}>{problems}</b> : null}
        >
          Problems
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="history">
        <HistoryPanel path={path} />
      </Tabs.Panel>
      <Tabs.Panel value="preview">
        <PreviewPanel path={path} />
      </Tabs.Panel>
      <Tabs.Panel value="problems">
        <ProblemsPanel path={path} />
      </Tabs.Panel>
    </Tabs>
  )
}

/** Opens the inspector with this panel. */
export function showPanel(inspector: InspectorPanel): void {
  showPanelOf('inspector', inspector)
}

const choose = (inspector: InspectorPanel) => updateWorkbench((state) => ({ ...state, inspector }))
