// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

/// Reverts with a reason, a custom error, a panic or no data.
contract Reverter {
    error Refused(address caller, uint256 code);

    bool public isOpen;

    /// Opens or closes `onlyWhileOpen`, so a transaction can fail although its estimate succeeded.
    function setOpen(bool open) external {
        isOpen = open;
    }

    function onlyWhileOpen() external payable {
        require(isOpen, "Reverter: closed");
    }

    function withReason(string calldata reason) external payable {
        revert(reason);
    }

    function withError(uint256 code) external payable {
        revert Refused(msg.sender, code);
    }

    function withPanic() external payable {
        assert(false);
    }

    function withNothing() external payable {
        revert();
    }
}
