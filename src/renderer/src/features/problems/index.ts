export { ProblemsPanel } from './ProblemsPanel'
export { useProblemCount } from './store'
