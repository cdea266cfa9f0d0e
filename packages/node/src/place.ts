export interface Place {
  readonly appId: string;
  readonly apiUrl: string;
}

/**
 * Checks the options of the client, and returns the app and its service.
 *
 * @throws ServiceError `invalid_app_id`, `invalid_api_url`
 */
export type GetPlace = () => Place;
