/** Views that load together when a user adds or removes second factors. */
export { BackupCodesView } from './BackupCodesView.tsx';
export { EnrollCodeView } from './EnrollCodeView.tsx';
export { EnrolledView } from './EnrolledView.tsx';
export { EnrollmentFlowView } from './FlowView.tsx';
export { RemovalView } from './RemovalView.tsx';
