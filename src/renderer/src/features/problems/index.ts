export { ProblemsPanel } from './ProblemsPanel'
export { useProblemCount } from '../../documents/problems'
