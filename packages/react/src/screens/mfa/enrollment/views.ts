/** The views of one file that loads when a person adds or removes second factors. */
export { EnrollPasskeyView } from '../factors/EnrollPasskeyView.tsx';
export { EnrollSmsView } from '../factors/SmsView.tsx';
export { EnrollTotpView } from '../factors/TotpView.tsx';
export { BackupCodesView } from './BackupCodesView.tsx';
export { EnrollCodeView } from './EnrollCodeView.tsx';
export { EnrolledView } from './EnrolledView.tsx';
export { EnrollmentFlowView } from './FlowView.tsx';
export { RemovalView } from './RemovalView.tsx';
