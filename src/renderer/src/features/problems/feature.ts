import { problemCount, subscribeProblems } from '../../documents/problems'
import type { Feature } from '../../workbench/contributions'
import { ProblemsPanel } from './ProblemsPanel'

export const feature: Feature = {
  panels: [
    {
      id: 'problems',
      title: 'Problems',
      shortcut: 'mod+shift+M',
      View: ProblemsPanel,
      count: { of: problemCount, subscribe: subscribeProblems }
    }
  ]
}
