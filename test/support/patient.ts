import { configure } from '@testing-library/dom'
import { PATIENCE_MS } from './patience'

configure({ asyncUtilTimeout: PATIENCE_MS })
