/** The views of one file that loads when a person adds or removes second factors. */
export { BackupCodesView } from './BackupCodesView.tsx';
export { EnrollCodeView } from './EnrollCodeView.tsx';
export { EnrolledView } from './EnrolledView.tsx';
export { EnrollPasskeyView } from './EnrollPasskeyView.tsx';
export { EnrollmentFlowView } from './FlowView.tsx';
export { RemovalView } from './RemovalView.tsx';
export { EnrollSmsView } from './SmsView.tsx';
export { EnrollTotpView } from './TotpView.tsx';
