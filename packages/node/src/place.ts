export interface Place {
  readonly appId: string;
  readonly apiUrl: string;
}

/**
 * Returns the app and its service when it is called, because options are checked at the first call.
 *
 * @throws ServiceError `invalid_app_id`, `invalid_api_url`
 */
export type GetPlace = () => Place;
