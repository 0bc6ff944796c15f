export { ProblemsPanel } from './ProblemsPanel'
export { useProblemCount } from './useProblemCount'
